export interface TranscodingTables {
  /** Attempts to convert a track's file that browsers cannot play. */
  conversions: {
    trackId: string
    /** The storage name of the file. The attempts are counted again for another file. */
    storedFile: string
    tries: number
    /** A process is converting the file until this time; null when there is no claim. */
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends TranscodingTables {}
}
