/**
 * Number of consecutive failures after which a service gets no calls, and the time for which it gets none. See
 * docs/security-requirements.md R-11.
 */
const FAILURES = 5
const OPEN_MS = 60_000
/** Maximum number of concurrent calls to a service that works. */
const CALLS_MOST = 4

/** A circuit breaker. After failures a service gets no calls for a while, then one call, then more. */
export interface CircuitBreaker {
  /** Number of calls that may start now; 0 while the circuit breaker is open. */
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
