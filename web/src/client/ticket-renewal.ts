/** Milliseconds. */
const SHORTEST = 10_000
/** The largest delay in milliseconds that a browser's timer supports: 31 bits. */
const LONGEST = 2 ** 31 - 1

/**
 * Milliseconds until a ticket must be renewed: four fifths of its remaining time. `expiresAt` and `now` are in
 * milliseconds since 1970.
 */
export function renewalDelay(expiresAt: number, now: number): number {
  const delay = (expiresAt - now) * 0.8
  return Number.isFinite(delay) ? Math.min(Math.max(delay, SHORTEST), LONGEST) : SHORTEST
}
