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
    /** The position in the track when the play counted, in seconds. */
    endPositionSeconds: number
    /** The name of the device at the time of the play, such as "Firefox auf Linux". */
    device: string
    playedAt: string
  }
  /** The plays of a track by all members, updated with each play. */
  trackPlays: { trackId: string; count: number; lastPlayedAt: string }
  personalPlays: { userId: string; trackId: string; count: number; lastPlayedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaysTables {}
}
