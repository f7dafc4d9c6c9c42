import { getReadMark, setReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { chat } from '../state/chat-instance.ts'
import { EMPTY_UNREAD, withRead, withWaiting } from './unread.ts'
import { useUnread } from './unread-store.ts'

/** Milliseconds in which several triggers are combined into one request. */
const RETRY_AFTER = 400
/** Milliseconds between two read marks that are sent to the server. */
const SEND_AFTER = 700

let loading: ReturnType<typeof setTimeout> | undefined
let sending: ReturnType<typeof setTimeout> | undefined
/** Number of messages of other members that the socket has delivered. */
let received = 0

/** Counts a message of another member that the socket has delivered. */
export function countReceived(id: string): void {
  received += 1
  useUnread.setState((unread) => withWaiting(unread, id), true)
}

/** Reads the number of unread messages from the server. */
export function loadUnread(): void {
  clearTimeout(loading)
  loading = setTimeout(() => {
    const receivedBefore = received
    call(getReadMark).then(
      ({ lastReadId, unread }) => {
        const { lastReadId: before, count } = useUnread.getState()
        // Messages that were read here in the meantime stay read.
        if (typeof before === 'string' && (lastReadId === null || lastReadId < before)) return
        // A message has arrived during the request; the answer may or may not count it.
        const isCertain = received === receivedBefore
        const least = isCertain ? unread : Math.max(unread, count)
        useUnread.setState({ lastReadId, count: Math.min(least, UNREAD_COUNTED) })
        if (!isCertain) loadUnread()
      },
      // Errors are ignored: the next change brings the read mark.
      () => undefined,
    )
  }, RETRY_AFTER)
}

/** Marks everything up to this message as read. */
export function readUpTo(id: string): void {
  const before = useUnread.getState()
  // Without the previous read mark the first unread message could not be marked.
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

/** Clears the read mark in this browser. */
export function resetReadMark(): void {
  for (const timer of [loading, sending]) clearTimeout(timer)
  useUnread.setState(EMPTY_UNREAD, true)
}
