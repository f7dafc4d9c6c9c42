import type { ChatMessage } from '@tonarchiv/contract/chat'
import { useMemo } from 'react'
import type { ChatState } from './chat.ts'
import { useChat } from './chat-instance.ts'
import { withDelivered } from './outgoing.ts'
import { pinsWithPending, withPending } from './pending.ts'

/**
 * The loaded messages as the member sees them: with own messages that the server has stored but the log does not
 * contain yet, and with own changes that the server has not confirmed yet.
 */
export function shownMessages(
  { log, outbox, pending }: Pick<ChatState, 'log' | 'outbox' | 'pending'>,
  ownId: string,
): readonly ChatMessage[] {
  return withPending(withDelivered(log.messages, outbox), pending, ownId)
}

/** As `shownMessages`, for the conversation whose context this component is in. */
export function useShownMessages(ownId: string): readonly ChatMessage[] {
  const log = useChat((state) => state.log)
  const outbox = useChat((state) => state.outbox)
  const pending = useChat((state) => state.pending)
  return useMemo(() => shownMessages({ log, outbox, pending }, ownId), [log, outbox, pending, ownId])
}

/** The pinned messages as the member sees them, the last pinned one first. */
export function useShownPins(ownId: string): readonly ChatMessage[] {
  const pins = useChat(({ log }) => log.pins)
  const pending = useChat((state) => state.pending)
  return useMemo(() => pinsWithPending(pins, pending, ownId), [pins, pending, ownId])
}
