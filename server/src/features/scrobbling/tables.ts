import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'

/**
 * The outcome of a play, in the order of the values: it was reported; the service will never accept it; it became too
 * old; too many plays were queued; its music must not be reported.
 */
type Outcome = 'sent' | 'refused' | 'expired' | 'overflowed' | 'discreet'

export interface ScrobblingTables {
  scrobbleConnections: {
    /** The id of the connection, which is the `sessionKey` in the API. */
    id: string
    userId: string
    service: ScrobbleService
    accountName: string
    /** The key that the service has issued, encrypted: see `credentialCipher`. */
    sealedKey: string
    isPaused: number
    /** The time at which the service rejected the key; null while the key is valid. */
    lostAt: string | null
    scrobbleCount: number
    connectedAt: string
    /**
     * The time of the next attempt. Null when no play is queued, and until a member whose key was rejected connects
     * again.
     */
    nextTryAt: string | null
    /** Consecutive failures. */
    tries: number
    claimedBy: string | null
    claimedUntil: string
  }
  scrobbles: {
    id: string
    connectionId: string
    trackId: string | null
    title: string
    artist: string
    album: string
    durationSeconds: number
    startedAt: string
    /** The outcome of the play; null while it is queued. */
    outcome: Outcome | null
  }
  scrobbleAsks: { nonceHash: string; userId: string; endsAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends ScrobblingTables {}
}
