import { shortened, type ChatLog } from './log.ts'

/** Number of messages that remain in the log when older ones are dropped. */
const MESSAGES_RETAINED = 200
/**
 * Older messages are dropped only when the log has more than this. If some were dropped with each new message, the list
 * would be rendered anew each time.
 */
const MESSAGES_MAX = 1000

interface RetentionParts {
  getLog: () => ChatLog
  set: (change: { log: ChatLog; older?: 'idle' }) => void
}

const bounded = (log: ChatLog): ChatLog =>
  log.messages.length > MESSAGES_MAX ? shortened(log, MESSAGES_RETAINED) : log

/** Limits the number of messages in the log of a tab that stays open for long. */
export function createRetention({ getLog, set }: RetentionParts) {
  let isLeft = false
  return {
    /** Returns the log; while the chat page is not open, without its oldest messages if there are very many. */
    limited: (log: ChatLog) => (isLeft ? bounded(log) : log),
    opened(ownId: string): void {
      isLeft = false
      if (getLog().ownId !== ownId) set({ log: { ...getLog(), ownId } })
    },
    leave(): void {
      isLeft = true
      set({ log: shortened(getLog(), MESSAGES_RETAINED), older: 'idle' })
    },
    dropOld(): void {
      const log = bounded(getLog())
      if (log !== getLog()) set({ log })
    },
  }
}
