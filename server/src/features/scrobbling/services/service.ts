/** A track with the fields that the services need. */
export interface ScrobbleTrack {
  title: string
  artist: string
  album: string
  /** The duration of the track; 0 when it is unknown. */
  durationSeconds: number
}

export interface ScrobblePlay extends ScrobbleTrack {
  startedAt: Date
}

/**
 * The reason why a service has not accepted a call. `later`: it is unavailable or limits calls, so the call is retried.
 * `never`: it will never accept this call. `lost`: it does not accept the member's key any more.
 */
export type Refusal = 'later' | 'never' | 'lost'

/**
 * The result of sending a batch: for each play whether it is settled, or the reason why the whole batch was not
 * accepted.
 */
export type Delivery =
  | { kind: 'taken'; plays: ('sent' | 'refused' | 'later')[] }
  | {
      kind: Refusal
      /** A code for the log. Texts of the service are not logged, because they may contain names and keys. */
      reason: string
      /** The pause in seconds that the service requests. */
      retryAfterSeconds?: number | undefined
      /** Whether the operator's settings are the cause, and not the member's connection or the play. */
      isOperators?: boolean
    }

/** A service to which plays are reported. */
export interface ScrobbleTarget {
  /** Maximum number of plays in one call. */
  batch: number
  /** Reports plays in the order in which they were played. Never throws. */
  deliver(key: string, plays: readonly ScrobblePlay[], signal: AbortSignal): Promise<Delivery>
  /** Reports the playing track. Never throws. */
  nowPlaying(key: string, track: ScrobbleTrack, signal: AbortSignal): Promise<Delivery>
}
