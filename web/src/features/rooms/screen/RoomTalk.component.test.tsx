import { resolveCards, type Card, type CardContent } from '@tonarchiv/contract/cards'
import { getAlbum } from '@tonarchiv/contract/catalog'
import { getReadMark, listMessages, setReadMark } from '@tonarchiv/contract/chat'
import { conversationNotFound } from '@tonarchiv/contract/chat-refusals'
import { getConversationMute, listConversations, muteConversation } from '@tonarchiv/contract/conversations'
import { joinRoom, leaveRoom } from '@tonarchiv/contract/rooms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { startConversations } from '#features/conversations/index.ts'
import { getPlayer } from '#features/player/index.ts'
import { aMessage } from '#testing/a-message.ts'
import { startTestChat } from '#testing/chat-with-composer.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { refuse } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { setStored as setAuthToken } from '#client/browser-storage.ts'
import { aUser } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { LeaveRoomQuestion } from '../LeaveRoomQuestion.tsx'
import { roomOf } from '../state/made-room.ts'
import { useRoomTab } from '../state/room-tab.ts'
import { joinListeningRoom, leaveListeningRoom } from '../tab/actions.ts'
import { RoomTalk } from './RoomTalk.tsx'

const USER = aUser({ id: 'jonas', uid: 'jonas' })
const track = {
  id: 't1',
  title: 'Nachts über die Brücke',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  albumId: 'a1',
  coverUrl: '/default-album.jpg',
  duration: 222,
  exclusive: false,
  file: 't1.mp3',
}
const album = {
  id: 'a1',
  title: 'Kassettendeck',
  artist: null,
  coverUrl: '/default-album.jpg',
  releaseYear: 2022,
  type: 'album' as const,
  trackCount: 1,
  duration: 2760,
}
const CARDS: Card[] = [
  { kind: 'moment', id: 't1', second: 83 },
  { kind: 'album', id: 'a1' },
  { kind: 'track', id: 'closed' },
]

function contentOf({ kind, id }: Card): CardContent {
  if (id === 'closed') return { state: 'locked' }
  return kind === 'album' ? { state: 'shown', album } : { state: 'shown', track }
}

function Talk() {
  const tab = useRoomTab((room) => room)
  return tab.name === 'in' ? <RoomTalk tab={tab} user={USER} /> : <p>Kein Raum</p>
}

/** Enters a room that is paused, whose conversation has a message with each card. */
async function enter() {
  const server = startTestChat(USER)
  setAuthToken('authToken', 'token')
  const socket = startFakeSocket()
  const playback = { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 }
  server.on(joinRoom, () => ({ room: roomOf({ playback }) }))
  server.on(leaveRoom, () => ({ success: true }))
  server.on(getReadMark, () => ({ lastReadId: 'm2', unread: 0 }))
  server.on(getConversationMute, () => ({ isMuted: false }))
  server.on(setReadMark, () => ({ lastReadId: 'm2', unread: 0 }))
  server.on(listMessages, () => ({
    messages: CARDS.map((card, index) => aMessage(`m${index}`, { content: '', card })),
    hasMore: false,
    revision: 1,
    deletedIds: [],
    changed: [],
    ownReactions: [],
  }))
  server.on(resolveCards, (sent) => ({ cards: z.parse(resolveCards.body, sent).cards.map(contentOf) }))
  server.on(getAlbum, () => ({
    album: {
      albumId: 'a1',
      albumTitel: 'Kassettendeck',
      albumCover: 'unknown',
      releaseJahr: 2022,
      type: 'album' as const,
      isExclusive: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      tracks: [{ id: 'x', title: 'Vorspann', file: 'x.mp3', duration: 60 }],
    },
  }))
  onTestFinished(() => getPlayer().stop())
  await render(
    <TestApp>
      <div style={{ display: 'flex', height: '100vh' }}>
        <Talk />
      </div>
      <LeaveRoomQuestion />
      <ConversationUpdates />
    </TestApp>,
  )
  await joinListeningRoom('room-1')
  return { server, socket }
}

/** Receives what changes in conversations, as the app does. */
function ConversationUpdates() {
  const cache = useQueryClient()
  useEffect(() => startConversations(cache), [cache])
  return null
}

afterEach(leaveListeningRoom)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('alertdialog', { name: 'Im Hörraum', exact: true })

test.each([
  ['a moment', 'Ab 1:23 abspielen', 't1'],
  ['an album', 'Kassettendeck abspielen', 'x'],
])('%s in the conversation asks before the room is left for it', async (_what, name, played) => {
  await enter()
  await button(name).click()
  await expect.element(question.getByText('Du verlässt dafür den Hörraum.', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Bleiben', exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(getPlayer().state.getState()).toMatchObject({ isFollowing: true })
  await button(name).click()
  await question.getByRole('button', { name: 'Verlassen und hören', exact: true }).click()
  await expect.element(page.getByText('Kein Raum', { exact: true })).toBeVisible()
  await expect.poll(() => getPlayer().state.getState().track?.id).toBe(played)
})

test('a card that the member may not hear names nothing in the conversation', async () => {
  await enter()
  await expect.element(button('Ab 1:23 abspielen')).toBeVisible()
  const card = page.getByRole('article', { name: 'Etwas, das dein Schlüssel nicht öffnet', exact: true })
  await expect.element(card).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Weiteren Schlüssel eingeben' })).toBeVisible()
  expect(card.getByRole('button').elements()).toHaveLength(1)
})

test('the bell mutes the conversation, and follows what another device has changed', async () => {
  const { server, socket } = await enter()
  const sent: unknown[] = []
  let isMuted = false
  server.on(listConversations, () => ({ conversations: [] }))
  server.on(getConversationMute, () => ({ isMuted }))
  server.on(muteConversation, (body) => {
    sent.push(body)
    isMuted = true
    return { success: true }
  })
  const bell = button('Mitteilungen für dieses Gespräch')
  await expect.element(bell).toHaveAttribute('aria-pressed', 'true')
  await bell.click()
  await expect.element(bell).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByText('Gespräch stummgeschaltet', { exact: true })).toBeVisible()
  await expect.element(bell).toHaveFocus()
  expect(sent).toEqual([{ isMuted: true }])

  isMuted = false
  socket.emit({ type: 'conversationsChanged' })
  await expect.element(bell).toHaveAttribute('aria-pressed', 'true')

  server.on(muteConversation, () => refuse(conversationNotFound))
  await bell.click()
  await expect.element(page.getByText(conversationNotFound.text, { exact: true })).toBeVisible()
  await expect.element(bell).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
})
