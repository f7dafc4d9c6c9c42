import type { ChatMessage } from '@tonarchiv/contract/chat'
import { useMemo } from 'react'
import { useChat } from './chat-instance.ts'
import { withDelivered } from './outgoing.ts'
import { pinsWithPending, withPending } from './pending.ts'

/** The loaded messages as the member sees them: with answered own ones and own changes. */
export function useShownMessages(ownId: string): readonly ChatMessage[] {
  const messages = useChat(({ log }) => log.messages)
  const outbox = useChat((state) => state.outbox)
  const pending = useChat((state) => state.pending)
  return useMemo(
    () => withPending(withDelivered(messages, outbox), pending, ownId),
    [messages, outbox, pending, ownId],
  )
}

/**
 * The pinned messages as the member sees them, the last pinned one first.
 * @public
 */
export function useShownPins(ownId: string): readonly ChatMessage[] {
  const pins = useChat(({ log }) => log.pins)
  const pending = useChat((state) => state.pending)
  return useMemo(() => pinsWithPending(pins, pending, ownId), [pins, pending, ownId])
}
