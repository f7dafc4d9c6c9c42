import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { getReadMark, listMessages, setReadMark } from '@tonarchiv/contract/chat'
import {
  getPremiereEvening,
  listPremieres,
  readPremiereEvening,
  remindOfPremiere,
} from '@tonarchiv/contract/premieres'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { aMessage } from '../../testing/a-message.ts'
import { startTestChat } from '../../testing/chat-with-composer.tsx'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { aUser } from '../../testing/sign-in.ts'
import { ComingPremieres } from './archive/ComingPremieres.tsx'
import { EveningCard } from './album/EveningCard.tsx'
import { EveningReading } from './album/EveningReading.tsx'
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

test('the archive names coming premieres, wrapped or with their cover, and leads to the waiting room', async () => {
  const opensAt = '2026-12-01T19:00:00.000Z'
  const shown = { ...album, id: ID.replace(/1$/, '2'), title: 'Flutlicht', coverUrl: '/default-album.jpg' }
  startFakeServer().on(listPremieres, () => ({
    ...NOTHING,
    premieres: [
      { opensAt, album },
      { opensAt, album: { ...shown, isCovered: false } },
    ],
  }))
  await show(
    <main>
      <ComingPremieres />
    </main>,
  )
  const tiles = page.getByRole('list', { name: 'Kommende Premieren', exact: true })
  const tile = (name: string) => tiles.getByRole('link', { name: new RegExp(`^${name} ?Premiere in 1 Tag`) })
  await expect.element(tile('Zweite Halbzeit')).toHaveAttribute('href', `/premieres/${ID}`)
  await expect.element(tile('Flutlicht').getByText('Premiere 01.12.', { exact: true })).toBeVisible()
  expect(tile('Zweite Halbzeit').element().querySelector('img')).toBeNull()
  expect(tile('Flutlicht').element().querySelector('img')).not.toBeNull()
  await expectAccessible()
})

test('without a key the archive names no premiere', async () => {
  startFakeServer().on(listPremieres, () => ({
    ...NOTHING,
    premieres: [{ opensAt: '2026-12-01T19:00:00.000Z' }],
    notices: [{ albumId: ID, title: 'Sichtbar', kind: 'cancelled' as const, opensAt: null }],
  }))
  await show(
    <>
      <main>
        <ComingPremieres />
      </main>
      <PremiereNotices />
    </>,
  )
  await expect.element(page.getByText('Die Premiere von „Sichtbar“ ist abgesagt.')).toBeVisible()
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement()
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

test('the conversation of a past premiere is read, and nothing is written to it', async () => {
  const user = aUser({ id: 'jonas', uid: 'jonas' })
  const server = startTestChat(user)
  startFakeSocket()
  server.on(readPremiereEvening, () => ({ conversationId: ID }))
  server.on(getReadMark, () => ({ lastReadId: 'm1', unread: 0 }))
  server.on(setReadMark, () => ({ lastReadId: 'm1', unread: 0 }))
  server.on(listMessages, () => ({
    messages: [aMessage('m1', { content: 'Anpfiff! Her mit den fünf Euro.' })],
    hasMore: false,
    revision: 1,
    deletedIds: [],
    changed: [],
    ownReactions: [],
  }))
  await show(
    <main style={{ display: 'flex', height: '100vh' }}>
      <EveningReading evening={{ ...evening, phase: 'over' }} user={user} />
    </main>,
  )
  await expect.element(page.getByText('Anpfiff! Her mit den fünf Euro.')).toBeVisible()
  await expect
    .element(page.getByRole('heading', { name: 'Premierenabend: Zweite Halbzeit', level: 1 }))
    .toBeVisible()
  await expect
    .element(
      page.getByText('Der Premierenabend ist vorbei. Das Gespräch bleibt beim Album.', { exact: true }),
    )
    .toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Zurück zum Album' }))
    .toHaveAttribute('href', '/archive?album=Zweite+Halbzeit')
  await expectAccessible()
})
