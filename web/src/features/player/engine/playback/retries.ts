/**
 * Milliseconds before each retry. The first retry is immediate, because the media ticket in the URL may have expired; a
 * browser cannot distinguish that from other failures.
 */
const RETRY_PAUSES = [0, 1000, 3000] as const
/**
 * After this many seconds played beyond the position of a failure, its retries are not counted any more. A short moment
 * of sound does not show that the file can be played.
 */
export const OVERCOME_AFTER = 10

/** How often the current track has failed near the same position. */
export interface Retries {
  /** The position of the first failure in seconds; undefined while there was none. */
  failedAt: number | undefined
  used: number
}

export const NO_RETRIES: Retries = { failedAt: undefined, used: 0 }

/**
 * The retries after a failure at this position. `pause`: milliseconds before the next retry; undefined when no retry is
 * left.
 */
export function retryAt(
  { failedAt, used }: Retries,
  positionSeconds: number,
): { retries: Retries; pause: number | undefined } {
  // The position of the first failure is stored. Only a failure well behind it resets the count. Otherwise a file that
  // plays a little further with each retry would be retried forever.
  if (failedAt === undefined || positionSeconds > failedAt + OVERCOME_AFTER)
    return { retries: { failedAt: positionSeconds, used: 1 }, pause: RETRY_PAUSES[0] }
  return { retries: { failedAt, used: used + 1 }, pause: RETRY_PAUSES[used] }
}
