export interface SavedPositionsTables {
  /** At most one row for each track of an account. */
  savedPositions: {
    userId: string
    trackId: string
    /** Milliseconds. */
    positionMs: number
    comment: string
    createdAt: string
    changedAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends SavedPositionsTables {}
}
