import { getReadMark, listMessages } from '@tonarchiv/contract/chat'
import { getConversationMute } from '@tonarchiv/contract/conversations'
import { getPremiereEvening } from '@tonarchiv/contract/premieres'
import { joinRoom, leaveRoom } from '@tonarchiv/contract/rooms'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { leaveListeningRoom } from '#features/rooms/index.ts'
import { startTestChat } from '#testing/chat-with-composer.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser } from '#testing/sign-in.ts'
import { roomOf } from '../features/rooms/state/made-room.ts'
import { PremierePage } from './PremierePage.tsx'

const ID = '0193a1b2-0000-7000-8000-000000000001'
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-30T12:00:00.000Z')

const evening = {
  albumId: ID,
  title: 'Zweite Halbzeit',
  opensAt: new Date(NOW + 90 * 60_000).toISOString(),
  openedAt: null,
  coverUrl: null,
  isCovered: true,
  isReminded: false,
  phase: 'waiting' as const,
  peopleCount: 2,
  trackNumber: 0,
  trackCount: 0,
  messageCount: 0,
}

/** Shows the waiting room to a member whose clock differs from the server's by `skewMs`. */
async function wait(skewMs: number) {
  await page.viewport(1440, 900)
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + skewMs })
  onTestFinished(() => void vi.useRealTimers())
  const server = startTestChat(aUser({ id: 'jonas' }))
  startFakeSocket()
  const playback = { entryId: null, isPlaying: false, positionMs: 0, at: NOW }
  const room = roomOf({ roomId: ID, mode: 'premiere', hostId: null, entries: [], playback })
  server.on(getPremiereEvening, () => ({ evening, now: NOW }))
  server.on(joinRoom, () => ({ room }))
  server.on(leaveRoom, () => ({ success: true }))
  server.on(getConversationMute, () => ({ isMuted: false }))
  server.on(getReadMark, () => ({ lastReadId: null, unread: 0 }))
  server.on(listMessages, () => ({
    messages: [],
    hasMore: false,
    revision: 0,
    deletedIds: [],
    changed: [],
    ownReactions: [],
  }))
  onTestFinished(leaveListeningRoom)
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <MemoryRouter initialEntries={[`/premieres/${ID}`]}>
      <QueryClientProvider client={cache}>
        <main style={{ display: 'flex', height: '100vh' }}>
          <Routes>
            <Route path="premieres/:id" element={<PremierePage />} />
          </Routes>
        </main>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test.each([-20 * HOUR, -HOUR, 5 * HOUR, 20 * HOUR])(
  'with a clock that is off by %i ms the waiting room counts down by the server’s clock',
  async (skewMs) => {
    await wait(skewMs)
    await expect
      .element(page.getByRole('timer'))
      .toHaveAccessibleName(/^Noch 01 Std\., (?:30 Min\., 00|29 Min\., \d\d) Sek\.$/)
    await expect
      .element(page.getByRole('heading', { name: 'Noch ein wenig Geduld', exact: true }))
      .toBeVisible()
    await expect.element(page.getByText(/^Die Türen öffnen um \d\d:30$/)).toBeVisible()
  },
)

test('the conversation of a premiere has its bell beside the note', async () => {
  await wait(0)
  const talk = page.getByRole('region', { name: 'Gespräch im Raum', exact: true })
  await expect.element(talk.getByText('bleibt beim Album', { exact: true })).toBeVisible()
  await expect
    .element(talk.getByRole('button', { name: 'Mitteilungen für dieses Gespräch', pressed: true }))
    .toBeVisible()
  await expectAccessible()
})
