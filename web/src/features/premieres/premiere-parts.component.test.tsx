import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { getPremiereEvening, listPremieres, remindOfPremiere } from '@tonarchiv/contract/premieres'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { EveningCard } from './album/EveningCard.tsx'
import { PremiereCard } from './home/PremiereCard.tsx'
import { PremiereNotices } from './home/PremiereNotices.tsx'

const ID = '0193a1b2-0000-7000-8000-000000000001'
const album = { id: ID, title: 'Zweite Halbzeit', coverUrl: null, isCovered: true, isReminded: false }
const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const NOTHING = { premieres: [], live: [], notices: [], timeZone: 'Europe/Berlin', now: NOW }

const evening: PremiereEvening = {
  albumId: ID,
  title: 'Zweite Halbzeit',
  opensAt: '2026-11-30T11:54:00.000Z',
  openedAt: '2026-11-30T11:54:00.000Z',
  coverUrl: null,
  isCovered: true,
  isReminded: false,
  phase: 'live',
  peopleCount: 41,
  trackNumber: 3,
  trackCount: 6,
  messageCount: 186,
}

async function show(content: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  )
}

const card = <PremiereCard onEnterKey={() => undefined} />

test('the card counts down to the next premiere by the server’s clock, and takes the wish to be informed', async () => {
  const asked: unknown[] = []
  const server = startFakeServer()
  server.on(listPremieres, () => ({
    ...NOTHING,
    premieres: [{ opensAt: '2026-12-01T21:46:12.000Z', album: { ...album, isReminded: asked.length > 0 } }],
  }))
  server.on(remindOfPremiere, () => {
    asked.push(true)
    return { success: true }
  })
  await show(card)
  await expect
    .element(page.getByRole('timer'))
    .toHaveAccessibleName(/^Noch 1 Tag, 09 Std\., 4[56] Min\., \d\d Sek\.$/)
  await page.getByRole('button', { name: 'Bescheid geben' }).click()
  await expect
    .element(page.getByRole('button', { name: 'Du bekommst Bescheid', pressed: true }))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Zum Warteraum' }))
    .toHaveAttribute('href', `/premieres/${ID}`)
})

test('who comes late reads since when and where the album plays', async () => {
  startFakeServer().on(listPremieres, () => ({ ...NOTHING, live: [evening] }))
  await show(card)
  await expect
    .element(page.getByText('Läuft seit 6 Minuten, du steigst bei Titel 3 ein.', { exact: true }))
    .toBeVisible()
})

test('without a key the card shows the date alone', async () => {
  startFakeServer().on(listPremieres, () => ({
    ...NOTHING,
    premieres: [{ opensAt: '2026-12-01T12:00:00.000Z' }],
  }))
  await show(card)
  await expect.element(page.getByRole('heading', { name: 'Premiere am 01.12.2026' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zugangsschlüssel eingeben' })).toBeVisible()
})

test('messages say what happened to a premiere', async () => {
  const notice = { albumId: ID, title: 'Zweite Halbzeit' }
  startFakeServer().on(listPremieres, () => ({
    ...NOTHING,
    notices: [
      { ...notice, kind: 'cancelled' as const, opensAt: null },
      { ...notice, albumId: ID.replace(/1$/, '2'), kind: 'open' as const, opensAt: evening.opensAt },
    ],
  }))
  await show(<PremiereNotices />)
  await expect.element(page.getByText('Die Premiere von „Zweite Halbzeit“ ist abgesagt.')).toBeVisible()
  await expect.element(page.getByText('Die Türen von „Zweite Halbzeit“ sind offen.')).toBeVisible()
})

test('an open album has the evening of its premiere, and another one has nothing', async () => {
  startFakeServer().on(getPremiereEvening, () => ({
    evening: { ...evening, phase: 'over' as const },
    now: NOW,
  }))
  await show(<EveningCard albumId={ID} />)
  await expect.element(page.getByText('30.11.2026, 41 Leute, 186 Nachrichten', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Lesen' })).toHaveAttribute('href', `/premieres/${ID}`)
})
