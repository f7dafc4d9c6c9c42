import {
  deleteMessage,
  getReadMark,
  listMessages,
  postMessage,
  setReadMark,
  UNREAD_COUNTED,
} from '@tonarchiv/contract/chat'
import { create, useStore } from 'zustand'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createChat, type ChatState } from './chat.ts'
import { resetDraft } from '../composer/draft.ts'
import { newUuid } from './new-uuid.ts'
import { startReturnedHandler } from '../composer/returned-messages.ts'
import { NO_TYPISTS, stillTyping, untilNextStops, withTyping, type Typists } from '../typing/typing.ts'
import { EMPTY_UNREAD, withRead, withWaiting } from '../reading/unread.ts'
import { useUnread } from '../reading/unread-store.ts'
import { resetVoice } from '../voice/voice-draft.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The chat of this tab. */
export const chat = createChat({
  calls: {
    read: (query) => call(listMessages, { query }),
    async post({ message, clientId, mediaUrl }) {
      const messageType = mediaUrl === undefined ? 'text' : 'media'
      const answer = await call(postMessage, { body: { message, messageType, clientId, mediaUrl } })
      return answer.message
    },
    remove: (id) => call(deleteMessage, { params: { id } }),
  },
  ownId: () => currentUser()?.id,
  newId: newUuid,
  wait: pause,
  showError: () => showToast('Failed to delete message', { kind: 'error' }),
})

export function useChat<T>(read: (state: ChatState) => T): T {
  return useStore(chat.state, read)
}

/** Who types right now. */
export const useTypists = create<{ typists: Typists }>(() => ({ typists: NO_TYPISTS }))

/** Milliseconds in which several reasons to ask are one. */
const RETRY_AFTER = 400
/** Milliseconds between two marks that the server is told. */
const SEND_AFTER = 700

let loading: ReturnType<typeof setTimeout> | undefined
let sending: ReturnType<typeof setTimeout> | undefined
let clearing: ReturnType<typeof setTimeout> | undefined

/** Asks the server how much waits. */
function loadUnread(): void {
  clearTimeout(loading)
  loading = setTimeout(() => {
    call(getReadMark).then(
      ({ lastReadId, unread }) => {
        const before = useUnread.getState().lastReadId
        // What was read here meanwhile counts.
        if (typeof before === 'string' && (lastReadId === null || lastReadId < before)) return
        useUnread.setState({ lastReadId, count: Math.min(unread, UNREAD_COUNTED) })
      },
      // The mark comes with the next change.
      () => undefined,
    )
  }, RETRY_AFTER)
}

/** The reader has everything up to this message before their eyes. */
export function readUpTo(id: string): void {
  const before = useUnread.getState()
  // Where the reader stood has to be known first, so that the first unread message can be marked.
  if (before.lastReadId === undefined) return
  const ownId = currentUser()?.id
  const { messages } = chat.state.getState().log
  const waiting = messages.filter((message) => message.id > id && message.userId !== ownId).length
  const after = withRead(before, id, Math.min(waiting, UNREAD_COUNTED))
  if (after === before) return
  useUnread.setState(after)
  clearTimeout(sending)
  sending = setTimeout(() => {
    call(setReadMark, { body: { lastReadId: id } }).catch(() => undefined)
  }, SEND_AFTER)
}

function setTypists(typists: Typists): void {
  useTypists.setState({ typists })
  clearTimeout(clearing)
  const delay = untilNextStops(typists, Date.now())
  if (delay === undefined) return
  clearing = setTimeout(() => {
    setTypists(stillTyping(useTypists.getState().typists, Date.now()))
  }, delay)
}

/** Milliseconds until a file that was sent is let go of: the server's takes its place on the screen. */
const FILE_TTL = 10_000

/** Lets go of the files of messages that have arrived. */
function letFilesGo(now: ChatState, before: ChatState): void {
  if (now.outbox === before.outbox) return
  for (const { clientId, media } of before.outbox) {
    const isRetained = [...now.outbox, ...now.returned].some((each) => each.clientId === clientId)
    if (media && !isRetained) setTimeout(() => URL.revokeObjectURL(media.address), FILE_TTL)
  }
}

/** Keeps the chat, its typists and its count of unread messages true. Returns the way to stop, which forgets them. */
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
      if (!isOwn(userId)) useUnread.setState((unread) => withWaiting(unread, id), true)
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
    for (const timer of [loading, sending, clearing]) clearTimeout(timer)
    chat.reset()
    resetDraft()
    resetVoice()
    useUnread.setState(EMPTY_UNREAD, true)
    useTypists.setState({ typists: NO_TYPISTS })
  }
}
