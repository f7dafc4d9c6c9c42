export interface SavedPositionsTables {
  /** One for each track of an account at most. */
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
