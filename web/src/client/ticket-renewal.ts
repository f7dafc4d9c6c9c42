/** Milliseconds. */
const SHORTEST = 10_000
/** The largest delay of a browser's timer: 31 bits. */
const LONGEST = 2 ** 31 - 1

/** How long to wait until a ticket is renewed: four fifths of its remaining time. Times in milliseconds. */
export function renewalDelay(expiresAt: number, now: number): number {
  const delay = (expiresAt - now) * 0.8
  return Number.isFinite(delay) ? Math.min(Math.max(delay, SHORTEST), LONGEST) : SHORTEST
}
