import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'

/**
 * The outcome of a play: it was reported, the service will never accept it, it became too old, too many plays were
 * queued, or its music must not be reported.
 */
type Outcome = 'sent' | 'refused' | 'expired' | 'overflowed' | 'discreet'

export interface ScrobblingTables {
  scrobbleConnections: {
    /** The `sessionKey` in the API. */
    id: string
    userId: string
    service: ScrobbleService
    accountName: string
    /** The service's key, encrypted: see `credentialCipher`. */
    sealedKey: string
    isPaused: number
    /** When the service rejected the key. */
    lostAt: string | null
    scrobbleCount: number
    connectedAt: string
    /** Null when no play is queued, or until the member connects again. */
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
    /** Null while the play is queued. */
    outcome: Outcome | null
  }
  scrobbleAsks: { nonceHash: string; userId: string; endsAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends ScrobblingTables {}
}
