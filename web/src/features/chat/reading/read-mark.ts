import { getReadMark, markUnread, ROOM_ID, setReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { chatOf } from '../state/chat-instance.ts'
import { holdUnread, releaseUnread } from './held.ts'
import { withRead, withWaiting } from './unread.ts'
import { resetUnread, unreadOf } from './unread-store.ts'

/** Milliseconds in which several triggers are combined into one request. */
const RETRY_AFTER = 400
/** Milliseconds between two read marks that are sent to the server. */
const SEND_AFTER = 700

interface Marking {
  loading?: ReturnType<typeof setTimeout>
  sending?: ReturnType<typeof setTimeout>
  /** The mark that the server has not confirmed yet. */
  unsent?: string | undefined
  /** The last call that moves the mark; a later one waits for it. */
  moving?: Promise<unknown>
  /** Number of messages of other members that the socket has delivered. */
  received: number
}

const markings = new Map<string, Marking>()

function markingOf(conversationId: string): Marking {
  const marking = markings.get(conversationId) ?? { received: 0 }
  markings.set(conversationId, marking)
  return marking
}

/** The conversation id for calls to the server; undefined for the room of all members. */
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
        const isBehind = typeof before === 'string' && (lastReadId === null || lastReadId < before)
        if (isBehind && marking.unsent !== undefined) {
          // Messages that were read here in the meantime stay read.
          sendMark(conversationId, marking)
          return
        }
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
  marking.unsent = id
  sendMark(conversationId, marking)
}

/** Sends the read mark that the server has not confirmed, after `SEND_AFTER` milliseconds. */
function sendMark(conversationId: string, marking: Marking): void {
  clearTimeout(marking.sending)
  marking.sending = setTimeout(() => {
    const { unsent } = marking
    if (unsent === undefined) return
    const body = { lastReadId: unsent, conversationId: named(conversationId) }
    marking.moving = call(setReadMark, { body }).then(
      () => {
        if (marking.unsent === unsent) marking.unsent = undefined
      },
      // The mark is sent again when the read mark of the server is loaded.
      () => undefined,
    )
  }, SEND_AFTER)
}

/** Makes a message and all later ones unread, on all devices of the member. */
export async function markAsUnread(conversationId: string, messageId: string): Promise<void> {
  const marking = markingOf(conversationId)
  stopReading(conversationId, messageId)
  try {
    await marking.moving
    const body = { messageId, conversationId: named(conversationId) }
    const { lastReadId, unread } = await call(markUnread, { body })
    unreadOf(conversationId).setState({ lastReadId, count: unread })
  } catch (failure) {
    releaseUnread(conversationId)
    showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
  }
}

/** Another device of the member has made this message and all later ones unread. */
export function movedBack(conversationId: string, messageId: string): void {
  stopReading(conversationId, messageId)
  loadUnread(conversationId)
}

function stopReading(conversationId: string, messageId: string): void {
  const marking = markingOf(conversationId)
  clearTimeout(marking.sending)
  marking.unsent = undefined
  holdUnread(conversationId, messageId)
}

/** Clears the read marks in this browser. */
export function resetReadMark(): void {
  for (const { loading, sending } of markings.values())
    for (const timer of [loading, sending]) clearTimeout(timer)
  markings.clear()
  resetUnread()
}
