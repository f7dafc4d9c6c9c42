/** The server's time at a time of this browser's monotonic clock. */
export interface ServerTime {
  /** The server's time in milliseconds since 1970, when `performance.now()` was `at`. */
  now: number
  at: number
}

/**
 * The server's time according to an answer. The server has read its clock between the call and the answer, so the
 * middle of both is the best estimate.
 */
export function serverTimeOf(now: number, calledAt: number, answeredAt: number): ServerTime {
  return { now, at: (calledAt + answeredAt) / 2 }
}

export function serverNow({ now, at }: ServerTime, local: number): number {
  return now + (local - at)
}
