/** Milliseconds before each retry. The first has no pause: an expired ticket looks like any other failure to the browser. */
const RETRY_PAUSES = [0, 1000, 3000] as const
/**
 * Seconds that must be played after the position of a failure before it counts as overcome; a few moments of
 * sound prove nothing.
 */
export const OVERCOME_AFTER = 10

/** How often the current track failed around the same position. */
export interface Retries {
  /** The second of the first failure; undefined before it. */
  failedAt: number | undefined
  used: number
}

export const NO_RETRIES: Retries = { failedAt: undefined, used: 0 }

/** The count after a failure at this second, and the milliseconds before the retry; undefined when retries are used up. */
export function retryAt(
  { failedAt, used }: Retries,
  positionSeconds: number,
): { retries: Retries; pause: number | undefined } {
  // The first failure's position stays, and only what lies behind it counts: otherwise a file that moves on a little
  // with every retry, or one that is placed too early, would be retried without end.
  if (failedAt === undefined || positionSeconds > failedAt + OVERCOME_AFTER)
    return { retries: { failedAt: positionSeconds, used: 1 }, pause: RETRY_PAUSES[0] }
  return { retries: { failedAt, used: used + 1 }, pause: RETRY_PAUSES[used] }
}
