/**
 * Milliseconds before each retry. The first retry is immediate, because the ticket may have expired: a browser cannot
 * distinguish that from other failures.
 */
const RETRY_PAUSES = [0, 1000, 3000] as const
/**
 * Seconds that must be played after the position of a failure before it is forgotten; a short moment of sound proves
 * nothing.
 */
export const OVERCOME_AFTER = 10

/** How often the current track failed near the same position. */
export interface Retries {
  /** The second of the first failure; undefined before it. */
  failedAt: number | undefined
  used: number
}

export const NO_RETRIES: Retries = { failedAt: undefined, used: 0 }

/**
 * The count after a failure at this position, and the milliseconds before the retry; undefined when no retries are
 * left.
 */
export function retryAt(
  { failedAt, used }: Retries,
  positionSeconds: number,
): { retries: Retries; pause: number | undefined } {
  // The first failure's position is kept, and only a position well behind it resets the count: otherwise a file that
  // advances a little with each retry would be retried forever.
  if (failedAt === undefined || positionSeconds > failedAt + OVERCOME_AFTER)
    return { retries: { failedAt: positionSeconds, used: 1 }, pause: RETRY_PAUSES[0] }
  return { retries: { failedAt, used: used + 1 }, pause: RETRY_PAUSES[used] }
}
