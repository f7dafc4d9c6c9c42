import { currentUser } from '#features/auth/index.ts'
import { socket } from '#realtime/socket-instance.ts'
import { resetDraft } from './composer/draft.ts'
import { startReturnedHandler } from './composer/returned-messages.ts'
import { countReceived, loadUnread, resetReadMark } from './reading/read-mark.ts'
import { useUnread } from './reading/unread-store.ts'
import type { ChatState } from './state/chat.ts'
import { chat } from './state/chat-instance.ts'
import { withTyping } from './typing/typing.ts'
import { resetTypists, setTypists, useTypists } from './typing/typists.ts'
import { resetVoice } from './voice/voice-draft.ts'

/** Milliseconds before the local file of a sent message is released. By then the list uses the server's URL. */
const FILE_TTL = 10_000

/** Releases the local files of messages that have arrived. */
function letFilesGo(now: ChatState, before: ChatState): void {
  if (now.outbox === before.outbox) return
  for (const { clientId, media } of before.outbox) {
    const isRetained = [...now.outbox, ...now.returned].some((each) => each.clientId === clientId)
    if (media && !isRetained) setTimeout(() => URL.revokeObjectURL(media.address), FILE_TTL)
  }
}

/**
 * Keeps the chat, the typing members and the number of unread messages up to date. Returns a function that stops it
 * and clears them.
 */
export function startChat(): () => void {
  const isOwn = (id: string | null) => id === currentUser()?.id
  loadUnread()
  const stops = [
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      chat.connected()
      loadUnread()
    }),
    socket.on('chatMessage', (received) => {
      chat.receive(received)
      const { userId, id } = received.message
      if (userId !== null) {
        const { typists } = useTypists.getState()
        if (typists.has(userId)) setTypists(new Map([...typists].filter(([typist]) => typist !== userId)))
      }
      if (!isOwn(userId)) countReceived(id)
    }),
    socket.on('chatMessageDeleted', (received) => {
      chat.receive(received)
      if (useUnread.getState().count > 0) loadUnread()
    }),
    socket.on('chatChange', chat.receive),
    socket.on('chatRead', ({ lastReadId }) => {
      const { lastReadId: before } = useUnread.getState()
      if (typeof before === 'string' && lastReadId <= before) return
      loadUnread()
    }),
    socket.on('typing', (received) => {
      if (!isOwn(received.userId)) setTypists(withTyping(useTypists.getState().typists, received, Date.now()))
    }),
    socket.on('profileChanged', ({ user, isDeleted }) => chat.renamed(user, isDeleted === true)),
    chat.state.subscribe(letFilesGo),
    startReturnedHandler(chat),
  ]
  return () => {
    for (const stop of stops) stop()
    chat.reset()
    resetDraft()
    resetVoice()
    resetReadMark()
    resetTypists()
  }
}
