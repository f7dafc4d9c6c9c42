import { listAlbums, type Album } from '@tonarchiv/contract/catalog'
import {
  createInvitation,
  listInvitations,
  noInvitationLeft,
  withdrawInvitation,
  type Invitation,
} from '@tonarchiv/contract/invitations'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { Invitations } from './Invitations.tsx'

const WHOLE: ShownScope = { kind: 'all', hasVideos: true, types: [], albumCount: 77, albums: [] }

const MESSING: Album = {
  albumId: 'messing',
  albumTitel: 'Messing',
  albumCover: 'unknown',
  releaseJahr: 2021,
  type: 'single',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [],
}

function invitation(more: Partial<Invitation> = {}): Invitation {
  return {
    id: 'invitation-1',
    key: 'W1-6GTA-90KP',
    words: 'Für dich und deinen Plattenspieler.',
    scope: WHOLE,
    createdAt: '2024-11-28T12:00:00.000Z',
    state: 'open',
    expiresAt: '2024-12-12T12:00:00.000Z',
    acceptedBy: null,
    acceptedAt: null,
    stayDays: 90,
    ...more,
  }
}

async function renderInvitations({ left = 2, canInvite = true, list = [invitation()] } = {}) {
  const server = startFakeServer()
  server.on(listInvitations, () => ({
    invitations: list,
    total: list.length,
    quota: 5,
    left,
    canInvite,
    stayDays: 90,
    scope: WHOLE,
  }))
  await render(
    <TestApp>
      <Invitations user={aUser()} />
    </TestApp>,
  )
  return server
}

const words = page.getByRole('textbox', { name: 'Deine Worte' })
const create = page.getByRole('button', { name: 'Einladung erstellen' })

test('the preview follows the words, and the invitation is made with them', async () => {
  const server = await renderInvitations()
  const made = vi.fn<(sent: unknown) => { invitation: Invitation }>(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  await words.fill('Fahr nicht ohne Musik.')
  const preview = page.getByRole('complementary', { name: 'So sieht sie aus' })
  await expect.element(preview.getByText('Fahr nicht ohne Musik.')).toBeVisible()
  await expect.element(preview.getByText('Mila Kramer lädt dich ein')).toBeVisible()
  await expect.element(preview.getByText('Ganzes Archiv, 90 Tage')).toBeVisible()
  await expect.element(page.getByText('22 / 280')).toBeVisible()
  await expectAccessible()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls).toHaveLength(1)
  expect(made.mock.calls[0]?.[0]).toEqual({ words: 'Fahr nicht ohne Musik.', scope: { kind: 'mine' } })
  await expect.element(page.getByRole('heading', { name: 'Deine Einladungen' })).toHaveFocus()
})

test('a scope without a type or album is not sent', async () => {
  const server = await renderInvitations()
  const made = vi.fn(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  await page.getByRole('radio', { name: /^Nach Typ/ }).click()
  await create.click()
  await expect.element(page.getByText('Wähle mindestens einen Typ.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'EPs' }).click()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls).toEqual([
    [{ words: '', scope: { kind: 'types', types: ['ep'], hasVideos: false } }, expect.anything()],
  ])
})

test('albums are found by a search, chosen and removed by keys, and the focus stays', async () => {
  const server = await renderInvitations()
  const made = vi.fn<(sent: unknown) => { invitation: Invitation }>(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  const counts = { album: 0, single: 1, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  server.on(listAlbums, () => ({ albums: [MESSING], total: 1, counts, years: [2021] }))
  await page.getByRole('radio', { name: /^Ausgesuchte Alben/ }).click()
  const search = page.getByRole('combobox', { name: 'Album hinzufügen' })
  const add = async () => {
    await search.fill('mess')
    await expect.element(page.getByRole('option', { name: /Messing/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('1 gewählt')).toBeVisible()
    await expect.element(search).toHaveFocus()
  }
  await search.fill('mess')
  await expect.element(page.getByRole('option', { name: /Messing/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await add()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const remove = page.getByRole('button', { name: '„Messing“ aus dem Umfang nehmen' })
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('0 gewählt')).toBeVisible()
  await expect.element(search).toHaveFocus()
  await add()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls[0]?.[0]).toEqual({
    words: '',
    scope: { kind: 'albums', albumIds: ['messing'], hasVideos: false },
  })
})

test('after a refusal all that was typed is still there', async () => {
  const server = await renderInvitations()
  server.on(createInvitation, () => refuse(noInvitationLeft))
  await words.fill('Komm vorbei.')
  await create.click()
  await expect.element(page.getByText(noInvitationLeft.text)).toBeVisible()
  await expect.element(words).toHaveValue('Komm vorbei.')
})

test('with an empty quota there is no form', async () => {
  await renderInvitations({ left: 0 })
  await expect.element(page.getByText('Du hast alle Einladungen vergeben.')).toBeVisible()
  await expect.element(create).not.toBeInTheDocument()
})

test('an open invitation is withdrawn after a question; accepted ones name the guest', async () => {
  const lene = { id: 'lene', username: 'lene', displayName: 'Lene M.', photoURL: null }
  const server = await renderInvitations({
    list: [
      invitation(),
      invitation({
        id: 'invitation-2',
        key: 'E4-1VBD-33XS',
        state: 'accepted',
        acceptedBy: lene,
        acceptedAt: '2024-11-27T12:00:00.000Z',
        stayDays: null,
      }),
    ],
  })
  const withdrawn = vi.fn(() => ({ success: true }))
  server.on(withdrawInvitation, withdrawn)
  await expect.element(page.getByText('Lene M., 27.11.2024')).toBeVisible()
  await expect.element(page.getByText('für immer')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen für W1-6GTA-90KP' }).click()
  await page.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('Einladung zurückgezogen')).toBeVisible()
  expect(withdrawn).toHaveBeenCalledOnce()
})

test.each([1440, 1024, 768, 390, 320])(
  'in a window of %i px nothing is wider than the window',
  async (width) => {
    await page.viewport(width, 800)
    await renderInvitations()
    await expect.element(create).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
