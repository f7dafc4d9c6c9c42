export interface TranscodingTables {
  /** Attempts to convert a file that browsers cannot play. Each row belongs to one track. */
  conversions: {
    trackId: string
    /** The storage name of the file. When the track gets another file, the attempts are counted from 0 again. */
    storedFile: string
    tries: number
    /** Until this time the claim of a process is valid; null when no process has claimed the file. */
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends TranscodingTables {}
}
