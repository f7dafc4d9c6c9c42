import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'

/** How a play on its way ended: it arrived, the service will never take it, it got too old, too many waited, or it must not leak. */
export type Outcome = 'sent' | 'refused' | 'expired' | 'overflowed' | 'discreet'

export interface ScrobblingTables {
  scrobbleConnections: {
    /** Also the `sessionKey` on our wire. */
    id: string
    userId: string
    service: ScrobbleService
    accountName: string
    /** The service's key, encrypted: see sealed-keys.ts. */
    sealedKey: string
    isPaused: number
    /** When the service stopped taking the key. */
    lostAt: string | null
    scrobbleCount: number
    connectedAt: string
    /** Null when nothing waits, or until the user connects anew. */
    nextTryAt: string | null
    /** Failures in a row. */
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
    /** Null while it waits. */
    outcome: Outcome | null
  }
  scrobbleAsks: { nonceHash: string; userId: string; endsAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends ScrobblingTables {}
}
