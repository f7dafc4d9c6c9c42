/** Milliseconds before each retry. The first has no pause: an expired ticket looks like any other failure to the browser. */
export const RETRY_PAUSES = [0, 1000, 3000] as const
/** Seconds beyond a failure that must be heard before it counts as overcome; a few moments of sound prove nothing. */
export const OVERCOME_AFTER = 10

/** Counts how often the current track failed around the same position. */
export interface Retries {
  /** The track failed at this second. @returns milliseconds to wait before the retry; undefined when retries are used up */
  next: (positionSeconds: number) => number | undefined
  /** Another track, or a new request of the listener. */
  reset: () => void
}

export function countRetries(): Retries {
  let failedAt: number | undefined
  let used = 0
  return {
    next(positionSeconds) {
      // The first failure's position stays, and only what lies behind it counts: otherwise a file that creeps on a little
      // with every retry, or one that is placed too early, would be retried without end.
      if (failedAt === undefined || positionSeconds > failedAt + OVERCOME_AFTER) {
        failedAt = positionSeconds
        used = 0
      }
      const pause = RETRY_PAUSES[used]
      used += 1
      return pause
    },
    reset() {
      failedAt = undefined
      used = 0
    },
  }
}
