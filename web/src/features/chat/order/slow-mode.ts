import { useEffect, useState } from 'react'
import { useUser } from '#features/auth/index.ts'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import { isOwnMessage } from '../messages/rights.ts'
import { useChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { useOwnOrder } from './own-order.ts'

export interface SlowMode {
  /** Least time between two messages, seconds; 0 without slow mode. */
  seconds: number
  /** Seconds until the next message can be sent. */
  wait: number
}

const OFF: SlowMode = { seconds: 0, wait: 0 }

/** The slow mode for the member in the conversation around this component. It counts down every second. */
export function useSlowMode(ownId: string): SlowMode {
  const seconds = useOwnOrder(({ slowSeconds }) => slowSeconds)
  const isAdmin = useUser()?.isAdmin === true
  const isRoom = useConversationId() === ROOM_ID
  const lastAt = useChat(({ log, outbox }) =>
    outbox.length > 0 ? 'now' : log.messages.findLast((message) => isOwnMessage(message, ownId))?.createdAt,
  )
  const isSlow = isRoom && !isAdmin && seconds > 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isSlow) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isSlow])
  if (!isSlow || lastAt === undefined) return isSlow ? { seconds, wait: 0 } : OFF
  return { seconds, wait: secondsLeft(lastAt === 'now' ? now : Date.parse(lastAt), seconds, now) }
}

/**
 * Seconds until the next message can be sent. They are limited to `seconds`, because the clocks of server and browser
 * may differ.
 */
export function secondsLeft(sentAt: number, seconds: number, now: number): number {
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - sentAt) / 1000)))
}
