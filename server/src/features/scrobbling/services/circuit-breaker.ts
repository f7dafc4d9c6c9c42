/**
 * Failures in a row after which a service is left alone, and for how long. See docs/security-requirements.md R-11.
 */
const FAILURES = 5
const OPEN_MS = 60_000
/** Calls at once to a service that is well. */
const CALLS_MOST = 4

/** Spares a service that fails: leaves it alone for a while, then tries one call, then more. */
export interface CircuitBreaker {
  /** Calls that may run at once now; 0 while the service is left alone. */
  room(): number
  succeeded(): void
  failed(): void
}

export function createCircuitBreaker(now: () => Date): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  let room = CALLS_MOST
  return {
    room: () => (openUntil > now().getTime() ? 0 : room),
    succeeded: () => {
      failures = 0
      room = Math.min(CALLS_MOST, room * 2)
    },
    failed: () => {
      failures += 1
      room = 1
      if (failures >= FAILURES) openUntil = now().getTime() + OPEN_MS
    },
  }
}
