import type { ChatMessage } from '@tonarchiv/contract/chat'
import { liesBeforeLoaded } from '../state/log.ts'
import type { Row } from '../messages/rows.ts'

interface Seen {
  rows: readonly Row[]
  /** Whether messages before the first row are not here. */
  hasOlder: boolean
  /** Null when nothing was read yet. */
  lastReadId: string | null
  ownId: string
  /** Ids of the messages that are in view, in their order. */
  inView: readonly string[]
  /** The reader has come to the end themselves, past what they did not want to read. */
  hasCome: boolean
}

/**
 * Up to which message somebody has read, by what they see; undefined where that does not change. A message that lies
 * between what was read and what is in view was not seen, and neither is anything after it.
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
