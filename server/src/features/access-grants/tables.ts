import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { StoredScope } from '@tonarchiv/contract/scope'

export interface AccessGrantsTables {
  /** What keys and grants open. Scopes of types or chosen albums have rows in the two tables below. */
  accessScopes: { id: string; kind: StoredScope['kind']; hasVideos: number }
  accessScopeTypes: { scopeId: string; type: AlbumType }
  accessScopeAlbums: { scopeId: string; albumId: string }
  /** Access that was given to members. A grant is live until `endsAt`, or until it is withdrawn. */
  accessGrants: {
    id: string
    userId: string
    scopeId: string
    /** The redeemed key; null for access without a key, and after the key was deleted. */
    accessKeyId: string | null
    grantedAt: string
    /** Null for access without an end. */
    endsAt: string | null
    withdrawnAt: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AccessGrantsTables {}
}
