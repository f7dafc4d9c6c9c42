/** A play as the services want it. */
export interface ScrobbleTrack {
  title: string
  artist: string
  album: string
  /** 0 when it is not known. */
  durationSeconds: number
}

export interface ScrobblePlay extends ScrobbleTrack {
  startedAt: Date
}

/**
 * How a service took what it was told. `later`: it is away or has had enough, so try again. `never`: it will not take this,
 * however often. `lost`: it no longer takes our key.
 */
export type Refusal = 'later' | 'never' | 'lost'

/** What became of a batch: of each play whether it is done with, or why the whole was not taken. */
export type Delivery =
  | { kind: 'taken'; plays: ('sent' | 'refused' | 'later')[] }
  | {
      kind: Refusal
      /** For the log: a code, never a text of the service's, in which names and keys might stand. */
      reason: string
      /** How long the service asks us to wait. */
      retryAfterSeconds?: number | undefined
      /** The fault is with what the operator has set up, not with the listener or the play. */
      isOperators?: boolean
    }

/** A service that keeps a listening history. */
export interface ScrobbleTarget {
  /** Plays in one call. */
  batch: number
  /** Plays in the order in which they were heard. Never throws. */
  deliver(key: string, plays: readonly ScrobblePlay[], signal: AbortSignal): Promise<Delivery>
  /** Tells what sounds just now. Never throws. */
  nowPlaying(key: string, track: ScrobbleTrack, signal: AbortSignal): Promise<Delivery>
}
