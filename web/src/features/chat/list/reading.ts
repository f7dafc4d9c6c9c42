import type { ChatMessage } from '@tonarchiv/contract/chat'
import { liesBeforeLoaded } from '../state/log.ts'
import type { Row } from '../messages/rows.ts'

interface Seen {
  rows: readonly Row[]
  /** Whether messages before the first row are not loaded. */
  hasOlder: boolean
  /** Null when nothing was read yet. */
  lastReadId: string | null
  ownId: string
  /** Ids of the visible messages, in order. */
  inView: readonly string[]
  /** Whether the reader has scrolled to the end, past unread messages. */
  hasCome: boolean
}

/**
 * The id of the last read message, derived from the visible messages; undefined when it does not change. Nothing
 * becomes read while an unread message of another member lies above the visible ones, unless `hasCome` is set.
 */
export function readAfter({ rows, hasOlder, lastReadId, ownId, inView, hasCome }: Seen): string | undefined {
  const [first] = inView
  const last = inView.at(-1)
  if (first === undefined || last === undefined || (lastReadId !== null && last <= lastReadId))
    return undefined
  if (hasCome) return last
  const loaded = rows.flatMap((row) => (row.kind === 'message' ? row.message : []))
  const isUnread = (message: ChatMessage) => lastReadId === null || message.id > lastReadId
  const isSkipped =
    liesBeforeLoaded({ messages: loaded, hasOlder }, lastReadId ?? '') ||
    loaded.some((message) => message.userId !== ownId && message.id < first && isUnread(message))
  return isSkipped ? undefined : last
}
