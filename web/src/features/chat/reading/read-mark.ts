import { getReadMark, ROOM_ID, setReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { chatOf } from '../state/chat-instance.ts'
import { withRead, withWaiting } from './unread.ts'
import { resetUnread, unreadOf } from './unread-store.ts'

/** Milliseconds in which several triggers are combined into one request. */
const RETRY_AFTER = 400
/** Milliseconds between two read marks that are sent to the server. */
const SEND_AFTER = 700

interface Marking {
  loading?: ReturnType<typeof setTimeout>
  sending?: ReturnType<typeof setTimeout>
  /** Number of messages of other members that the socket has delivered. */
  received: number
}

const markings = new Map<string, Marking>()

function markingOf(conversationId: string): Marking {
  const marking = markings.get(conversationId) ?? { received: 0 }
  markings.set(conversationId, marking)
  return marking
}

/** The id as the server expects it: the room is not named. */
const named = (conversationId: string) => (conversationId === ROOM_ID ? undefined : conversationId)

/** Counts a message of another member that the socket has delivered. */
export function countReceived(conversationId: string, id: string): void {
  markingOf(conversationId).received += 1
  unreadOf(conversationId).setState((unread) => withWaiting(unread, id), true)
}

/** Reads the number of unread messages from the server. */
export function loadUnread(conversationId: string): void {
  const marking = markingOf(conversationId)
  const store = unreadOf(conversationId)
  clearTimeout(marking.loading)
  marking.loading = setTimeout(() => {
    const receivedBefore = marking.received
    call(getReadMark, { query: { conversationId: named(conversationId) } }).then(
      ({ lastReadId, unread }) => {
        if (markings.get(conversationId) !== marking) return
        const { lastReadId: before, count } = store.getState()
        // Messages that were read here in the meantime stay read.
        if (typeof before === 'string' && (lastReadId === null || lastReadId < before)) return
        // A message has arrived during the request; the answer may or may not count it.
        const isCertain = marking.received === receivedBefore
        const least = isCertain ? unread : Math.max(unread, count)
        store.setState({ lastReadId, count: Math.min(least, UNREAD_COUNTED) })
        if (!isCertain) loadUnread(conversationId)
      },
      // Errors are ignored: the next change brings the read mark.
      () => undefined,
    )
  }, RETRY_AFTER)
}

/** Marks everything up to this message as read. */
export function readUpTo(conversationId: string, id: string): void {
  const store = unreadOf(conversationId)
  const before = store.getState()
  // Without the previous read mark the first unread message could not be marked.
  if (before.lastReadId === undefined) return
  const ownId = currentUser()?.id
  const { messages } = chatOf(conversationId).state.getState().log
  const waiting = messages.filter((message) => message.id > id && message.userId !== ownId).length
  const after = withRead(before, id, Math.min(waiting, UNREAD_COUNTED))
  if (after === before) return
  store.setState(after)
  const marking = markingOf(conversationId)
  clearTimeout(marking.sending)
  marking.sending = setTimeout(() => {
    call(setReadMark, { body: { lastReadId: id, conversationId: named(conversationId) } }).catch(
      () => undefined,
    )
  }, SEND_AFTER)
}

/** Clears the read marks in this browser. */
export function resetReadMark(): void {
  for (const { loading, sending } of markings.values())
    for (const timer of [loading, sending]) clearTimeout(timer)
  markings.clear()
  resetUnread()
}
