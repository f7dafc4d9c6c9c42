export interface TranscodingTables {
  /** Attempts to convert a track's file that browsers cannot play. */
  conversions: {
    trackId: string
    /** The stored file that was tried; for another one the attempts are counted anew. */
    storedFile: string
    tries: number
    /** Until then a process is converting it; null when no one is. */
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends TranscodingTables {}
}
