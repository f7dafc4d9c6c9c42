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
    /** Where in the track the listener was when it counted. */
    endPositionSeconds: number
    /** The browser's family, such as "Firefox auf Linux". */
    device: string
    playedAt: string
  }
  /** Everyone's plays of a track, counted with each. */
  trackPlays: { trackId: string; count: number; lastPlayedAt: string }
  personalPlays: { userId: string; trackId: string; count: number; lastPlayedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaysTables {}
}
