import { shortened, type ChatLog } from './log.ts'

/** Number of messages that are kept when older ones are dropped. */
const MESSAGES_RETAINED = 200
/**
 * Older messages are dropped when there are more than this. Dropping them with each new message would render the list
 * anew.
 */
const MESSAGES_MAX = 1000

interface RetentionParts {
  getLog: () => ChatLog
  set: (change: { log: ChatLog; older?: 'idle' }) => void
}

const bounded = (log: ChatLog): ChatLog =>
  log.messages.length > MESSAGES_MAX ? shortened(log, MESSAGES_RETAINED) : log

/** Limits how many messages a tab keeps that stays open for long. */
export function createRetention({ getLog, set }: RetentionParts) {
  let isLeft = false
  return {
    /** The log. If its page was left, older messages are dropped when there are very many. */
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
