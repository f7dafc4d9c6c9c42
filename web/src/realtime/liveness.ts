import { HEARTBEAT_SECONDS } from '@tonarchiv/contract/presence'

/** When this many consecutive heartbeats were not answered, the connection counts as dead. */
const UNANSWERED_AT_MOST = 2
/** When the page becomes visible, a connection without a message for this many milliseconds is probed. */
const DOUBTFUL_AFTER = 1.5 * HEARTBEAT_SECONDS * 1000
/** Milliseconds within which a probe must be answered. */
export const PROBE_TIMEOUT = 4000

/** What is known about an open connection. Times are in milliseconds since 1970. */
export interface Liveness {
  lastReceivedAt: number
  /** How many heartbeats were sent since the last message arrived. */
  unanswered: number
}

export type LivenessEvent =
  | { type: 'received'; at: number }
  | { type: 'heartbeat' }
  /**
   * The page became visible, or the browser is online again. If the computer was asleep, the connection may be dead.
   */
  | { type: 'wake'; at: number }
  /** The time in which a probe must be answered has passed. */
  | { type: 'probeEnded'; probedAt: number }

/**
 * `ask`: send a heartbeat. `probe`: send a heartbeat that must be answered within `PROBE_TIMEOUT`. `drop`: close the
 * connection.
 */
export type LivenessStep = 'nothing' | 'ask' | 'probe' | 'drop'

export const openedAt = (at: number): Liveness => ({ lastReceivedAt: at, unanswered: 0 })

/** The state after an event, and the step to perform. */
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
