import type { ChatMessage } from '@tonarchiv/contract/chat'
import { isEditable, isOwnMessage } from '../messages/rights.ts'
import type { ChatState } from '../state/chat.ts'
import { withDelivered } from '../state/outgoing.ts'
import { withPending } from '../state/pending.ts'

type Shown = Pick<ChatState, 'log' | 'outbox' | 'pending' | 'hidden'>

/** The last own message, if it has a text and can be edited at this time, milliseconds since 1970. */
export function lastOwnEditable(
  { log, outbox, pending, hidden }: Shown,
  ownId: string,
  now: number,
): ChatMessage | undefined {
  const messages = withPending(withDelivered(log.messages, outbox), pending, ownId)
  const last = messages.findLast((message) => isOwnMessage(message, ownId) && !hidden.has(message.id))
  return last !== undefined && last.content !== '' && isEditable(last, ownId, now) ? last : undefined
}
