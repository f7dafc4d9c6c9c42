export interface PlaysTables {
  plays: {
    id: string
    userId: string
    /** Null when the track has been deleted. */
    trackId: string | null
    trackName: string
    artist: string
    album: string
    coverUrl: string
    durationSeconds: number
    completed: number
    startedAt: string
    /** Position in the track when the play counted. */
    endPositionSeconds: number
    /** The name that the device had, such as "Firefox auf Linux". */
    device: string
    playedAt: string
  }
  /** Total plays of a track, updated with each play. */
  trackPlays: { trackId: string; count: number; lastPlayedAt: string }
  personalPlays: { userId: string; trackId: string; count: number; lastPlayedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaysTables {}
}
