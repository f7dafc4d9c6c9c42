import { HEARTBEAT_SECONDS } from '@tonarchiv/contract/presence'

/** After this many unanswered heartbeats in a row the connection counts as dead. */
const UNANSWERED_AT_MOST = 2
/** A connection without messages for this number of milliseconds is probed when the page becomes visible. */
const DOUBTFUL_AFTER = 1.5 * HEARTBEAT_SECONDS * 1000
/** Milliseconds in which a probe must be answered. */
export const PROBE_TIMEOUT = 4000

/** The state of an open connection. Times are in milliseconds since the epoch. */
export interface Liveness {
  lastReceivedAt: number
  /** Heartbeats since then. */
  unanswered: number
}

export type LivenessEvent =
  | { type: 'received'; at: number }
  | { type: 'heartbeat' }
  /** The page became visible or online. After the machine has slept, the connection may be dead. */
  | { type: 'wake'; at: number }
  /** The timeout of a probe has passed. */
  | { type: 'probeEnded'; probedAt: number }

/** `ask` sends a heartbeat. `probe` sends one that must be answered before a timeout. `drop` closes the connection. */
export type LivenessStep = 'nothing' | 'ask' | 'probe' | 'drop'

export const openedAt = (at: number): Liveness => ({ lastReceivedAt: at, unanswered: 0 })

/** The state after an event, and the action to perform. */
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
