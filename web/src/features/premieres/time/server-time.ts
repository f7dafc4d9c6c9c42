/** The server's time at a moment of this browser's clock that never goes back. */
export interface ServerTime {
  /** Milliseconds since 1970 at `at`. */
  now: number
  at: number
}

/**
 * What an answer says about the server's clock. The server has answered at some time between the call and the answer, half
 * of which is the best guess.
 */
export function serverTimeOf(now: number, calledAt: number, answeredAt: number): ServerTime {
  return { now, at: (calledAt + answeredAt) / 2 }
}

export function serverNow({ now, at }: ServerTime, local: number): number {
  return now + (local - at)
}
