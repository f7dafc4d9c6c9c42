import type { ChatMessage } from '@tonarchiv/contract/chat'
import { isEditable, isOwnMessage } from '../messages/rights.ts'
import type { ChatState } from '../state/chat.ts'
import { shownMessages } from '../state/shown.ts'

type Shown = Pick<ChatState, 'log' | 'outbox' | 'pending' | 'hidden'>

/** The last own message, if it has a text and can be edited at `now`, in milliseconds since 1970. */
export function lastOwnEditable(state: Shown, ownId: string, now: number): ChatMessage | undefined {
  const { hidden } = state
  const last = shownMessages(state, ownId).findLast(
    (message) => isOwnMessage(message, ownId) && !hidden.has(message.id),
  )
  return last !== undefined && last.content !== '' && isEditable(last, ownId, now) ? last : undefined
}
