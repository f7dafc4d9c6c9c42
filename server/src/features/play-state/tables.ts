export interface PlayStateTables {
  /** One row for each account that has played something. */
  playStates: {
    userId: string
    /** Incremented with each saved queue. */
    revision: number
    positionSeconds: number
    /** The name that the device had, such as "Firefox auf Linux". */
    device: string
    savedAt: string
  }
  /** A table of its own, because the position is written every few seconds and the queue is large. */
  playQueues: {
    userId: string
    /** JSON of `SavedPlayState`. */
    queue: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PlayStateTables {}
}
