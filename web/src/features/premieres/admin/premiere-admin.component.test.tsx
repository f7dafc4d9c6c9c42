import {
  cancelAlbumPremiere,
  getAlbumPremiere,
  listPremieres,
  setAlbumPremiere,
} from '@tonarchiv/contract/premieres'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { PremiereSlot } from '#features/catalog/index.ts'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { PremiereFields } from './PremiereFields.tsx'
import { PremiereSettingsCard } from './PremiereSettingsCard.tsx'

const ID = '0193a1b2-0000-7000-8000-000000000001'
const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const clock = { timeZone: 'Europe/Berlin', now: NOW }
const announce = page.getByRole('switch', { name: 'Im Chat Room ankündigen', exact: true })

async function show(content: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(<QueryClientProvider client={client}>{content}</QueryClientProvider>)
}

function Fields({ onDraft }: { onDraft: (draft: PremiereSlot['draft']) => void }) {
  const [draft, setDraft] = useState<PremiereSlot['draft']>({
    isOn: true,
    date: '2026-12-01',
    time: '20:00',
    opensAt: '2026-12-01T19:00:00.000Z',
    isCovered: true,
    isAnnounced: true,
  })
  const change = (changed: PremiereSlot['draft']) => {
    setDraft(changed)
    onDraft(changed)
  }
  return (
    <PremiereFields draft={draft} onChange={change} title="Flutlicht" error={undefined} disabled={false} />
  )
}

test('a new premiere is announced in the chat room unless its switch is turned off', async () => {
  startFakeServer().on(listPremieres, () => ({ premieres: [], live: [], notices: [], ...clock }))
  const drafts: PremiereSlot['draft'][] = []
  await show(<Fields onDraft={(draft) => drafts.push(draft)} />)
  await expect.element(announce).toHaveAttribute('aria-checked', 'true')
  await announce.click()
  await expect.element(announce).toHaveAttribute('aria-checked', 'false')
  expect(drafts).toMatchObject([{ isAnnounced: false, isCovered: true, date: '2026-12-01' }])
  await expectAccessible()
})

test('a premiere is announced later from the page of its album, once', async () => {
  const server = startFakeServer()
  const opensAt = '2026-12-01T19:00:00.000Z'
  const premiere = { opensAt, isCovered: true, isOpen: false, isAnnounced: false, reminders: 0 }
  const sent: unknown[] = []
  const answer = () => ({ premiere: { ...premiere, isAnnounced: sent.length > 0 }, ...clock })
  server.on(getAlbumPremiere, answer)
  server.on(setAlbumPremiere, (body) => {
    sent.push(body)
    return answer()
  })
  await show(<PremiereSettingsCard albumId={ID} />)
  await expect.element(announce).toHaveAttribute('aria-checked', 'false')
  await expect.element(page.getByRole('button', { name: 'Verschieben', exact: true })).toBeDisabled()
  await announce.click()
  await page.getByRole('button', { name: 'Ankündigen', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Premiere', exact: true })).toHaveFocus()
  await expect.element(page.getByText('Im Chat Room angekündigt', { exact: true })).toBeVisible()
  expect(sent).toEqual([{ opensAt, isCovered: true, isAnnounced: true }])
  await expect.element(announce).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Verschieben', exact: true })).toBeDisabled()
  await expectAccessible()
})

test('after each change of a premiere the keyboard stays in its card', async () => {
  const server = startFakeServer()
  let opensAt: string | null = '2026-12-01T19:00:00.000Z'
  const answer = () => ({
    premiere: { opensAt, isCovered: true, isOpen: false, isAnnounced: true, reminders: 0 },
    ...clock,
  })
  server.on(getAlbumPremiere, answer)
  server.on(setAlbumPremiere, () => {
    opensAt = '2026-12-01T20:00:00.000Z'
    return answer()
  })
  server.on(cancelAlbumPremiere, () => {
    opensAt = null
    return answer()
  })
  await show(<PremiereSettingsCard albumId={ID} />)
  const heading = page.getByRole('heading', { name: 'Premiere', exact: true })
  await page.getByLabelText('Uhrzeit').fill('21:00')
  await page.getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expect.element(heading).toHaveFocus()
  await page.getByRole('button', { name: 'Premiere absagen…', exact: true }).click()
  await page.getByRole('button', { name: 'Absagen', exact: true }).click()
  await expect.element(page.getByText('Abgesagt. Nur Admins sehen das Album.')).toBeVisible()
  await expect.element(heading).toHaveFocus()
})
