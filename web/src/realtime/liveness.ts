import { HEARTBEAT_SECONDS } from '@tonarchiv/contract/presence'

/** So many heartbeats in a row without a word from the server, and the connection counts as dead. */
const UNANSWERED_AT_MOST = 2
/** A connection that was silent for so long, milliseconds, is probed when the page is looked at again … */
const DOUBTFUL_AFTER = 1.5 * HEARTBEAT_SECONDS * 1000
/** … and has so long to answer. */
export const PROBE_TIMEOUT = 4000

/** What is known of an open connection. Times in milliseconds of the clock. */
export interface Liveness {
  lastReceivedAt: number
  /** Heartbeats since then. */
  unanswered: number
}

export type LivenessEvent =
  | { type: 'received'; at: number }
  | { type: 'heartbeat' }
  /** The page came into view or online: a machine that has slept may hold a connection that is long gone. */
  | { type: 'wake'; at: number }
  /** The time to answer a probe is over. */
  | { type: 'probeEnded'; probedAt: number }

/** `ask` sends a heartbeat; `probe` does, and expects the answer in time; `drop` closes the connection. */
export type LivenessStep = 'nothing' | 'ask' | 'probe' | 'drop'

export const openedAt = (at: number): Liveness => ({ lastReceivedAt: at, unanswered: 0 })

/** What is known after an event, and what to do. */
export function livenessAfter(
  liveness: Liveness,
  event: LivenessEvent,
): { liveness: Liveness; step: LivenessStep } {
  switch (event.type) {
    case 'received':
      return { liveness: openedAt(event.at), step: 'nothing' }
    case 'heartbeat': {
      if (liveness.unanswered >= UNANSWERED_AT_MOST) return { liveness, step: 'drop' }
      return { liveness: { ...liveness, unanswered: liveness.unanswered + 1 }, step: 'ask' }
    }
    case 'wake': {
      const isDoubtful = event.at - liveness.lastReceivedAt >= DOUBTFUL_AFTER
      return { liveness, step: isDoubtful ? 'probe' : 'nothing' }
    }
    default:
      return { liveness, step: liveness.lastReceivedAt < event.probedAt ? 'drop' : 'nothing' }
  }
}
