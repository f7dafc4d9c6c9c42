import type { AlbumType } from '@tonarchiv/contract/catalog'

/**
 * What a member with a limited scope may play: the union of all grants that have not ended. Admins and members with the
 * whole archive have no `ArchiveScope`.
 */
export interface ArchiveScope {
  /** Every album, or those of these types together with the chosen ones. */
  albums: 'all' | { types: readonly AlbumType[]; albumIds: readonly string[] }
  hasVideos: boolean
}

/** The access of an account at one moment. */
export interface ArchiveAccess {
  /** Whether the account has access to anything at all: a grant that has not ended. */
  keyVerified: boolean
  /** Undefined when the scope is not limited. */
  scope: ArchiveScope | undefined
  /** The next time, in milliseconds since 1970, at which the access changes by itself; null when there is none. */
  endsAt: number | null
}

/** The access of an account to the whole archive, forever. */
export const FULL_ACCESS: ArchiveAccess = { keyVerified: true, scope: undefined, endsAt: null }
export const NO_ACCESS: ArchiveAccess = { keyVerified: false, scope: undefined, endsAt: null }
