export interface PlayStateTables {
  /** One row for each account that has played something. */
  playStates: {
    userId: string
    /** Incremented whenever a queue is saved. */
    revision: number
    positionSeconds: number
    /** The name of the device at the time of saving, such as "Firefox auf Linux". */
    device: string
    savedAt: string
  }
  /**
   * The queues of play states. They have a separate table, because the position is written every few seconds and the
   * queue is large.
   */
  playQueues: {
    userId: string
    /** JSON of `SavedPlayState`. */
    queue: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PlayStateTables {}
}
