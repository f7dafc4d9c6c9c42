import { ROOM_ID } from '@tonarchiv/contract/chat'
import { connection } from '#client/connection.ts'
import { currentUser } from '#features/auth/index.ts'
import { socket } from '#realtime/socket-instance.ts'
import { resetDraft } from './composer/draft.ts'
import { watchEditedMessage } from './composer/ended-edits.ts'
import { startReturnedHandler } from './composer/returned-messages.ts'
import { countReceived, loadUnread, movedBack, resetReadMark } from './reading/read-mark.ts'
import { unreadOf } from './reading/unread-store.ts'
import type { ChatState } from './state/chat.ts'
import { openChats, watchChats } from './state/chat-instance.ts'
import { startStoredMessages } from './stored/stored-messages.ts'
import { withTyping } from './typing/typing.ts'
import { resetTypists, setTypists, typistsOf } from './typing/typists.ts'
import { resetVoice } from './voice/voice-draft.ts'
import { restoreRate } from './voice/voice-player.ts'

/** Milliseconds before the local file of a sent message is released. By then the list uses the server's URL. */
const FILE_TTL = 10_000

/** Releases the local files of messages that have arrived. */
function letFilesGo(now: ChatState, before: ChatState): void {
  if (now.outbox === before.outbox) return
  const retained = new Set([...now.outbox, ...now.returned].flatMap(({ media }) => media))
  for (const { address } of before.outbox.flatMap(({ media }) => media.filter((each) => !retained.has(each))))
    setTimeout(() => URL.revokeObjectURL(address), FILE_TTL)
}

/**
 * Keeps the conversations, the typing members and the numbers of unread messages up to date. Returns a function that
 * stops it and clears them.
 */
export function startChat(): () => void {
  const isOwn = (id: string | null) => id === currentUser()?.id
  loadUnread(ROOM_ID)
  restoreRate()
  const stored = startStoredMessages()
  const stops = [
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      for (const [id, chat] of openChats()) {
        chat.connected()
        loadUnread(id)
      }
      stored.connected()
    }),
    socket.on('chatMessage', (received) => {
      const { conversationId = ROOM_ID, message } = received
      openChats().get(conversationId)?.receive(received)
      const { userId, id } = message
      if (userId !== null) {
        const typists = typistsOf(conversationId)
        if (typists.has(userId))
          setTypists(conversationId, new Map([...typists].filter(([typist]) => typist !== userId)))
      }
      if (!isOwn(userId)) countReceived(conversationId, id)
    }),
    socket.on('chatMessageDeleted', (received) => {
      const { conversationId = ROOM_ID } = received
      openChats().get(conversationId)?.receive(received)
      if (unreadOf(conversationId).getState().count > 0) loadUnread(conversationId)
    }),
    socket.on('chatChange', (received) =>
      openChats()
        .get(received.conversationId ?? ROOM_ID)
        ?.receive(received),
    ),
    socket.on('chatRead', ({ lastReadId, unreadFrom, conversationId = ROOM_ID }) => {
      if (unreadFrom !== undefined) {
        movedBack(conversationId, unreadFrom)
        return
      }
      const { lastReadId: before } = unreadOf(conversationId).getState()
      if (typeof before === 'string' && lastReadId <= before) return
      loadUnread(conversationId)
    }),
    socket.on('typing', (received) => {
      const { conversationId = ROOM_ID, userId } = received
      if (!isOwn(userId))
        setTypists(conversationId, withTyping(typistsOf(conversationId), received, performance.now()))
    }),
    socket.on('profileChanged', ({ user, isDeleted }) => {
      for (const chat of openChats().values()) chat.renamed(user, isDeleted === true)
    }),
    connection.subscribe(({ lost }, before) => {
      if (lost !== undefined || before.lost === undefined) return
      for (const chat of openChats().values()) chat.sendWaiting()
      stored.connected()
    }),
  ]
  const stopChats = watchChats((conversationId, chat) => {
    const ends = [
      chat.state.subscribe(letFilesGo),
      startReturnedHandler(conversationId, chat),
      watchEditedMessage(conversationId, chat),
      stored.watch(chat),
    ]
    return () => {
      for (const end of ends) end()
    }
  })
  return () => {
    stored.stop()
    // Removes the outboxes first, so that the files of their messages are released.
    stopChats()
    for (const stop of stops) stop()
    resetDraft()
    resetVoice()
    resetReadMark()
    resetTypists()
  }
}
