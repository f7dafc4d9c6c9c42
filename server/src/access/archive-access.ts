import type { ArchiveScope } from '#database/archive-scope.ts'

export type { ArchiveScope }

/** The access of an account at one moment. */
export interface ArchiveAccess {
  /** Whether the account has a grant that has not ended, and so access to at least a part of the archive. */
  keyVerified: boolean
  /** Undefined when the scope is not limited. */
  scope: ArchiveScope | undefined
  /** The next time, in milliseconds since 1970, at which the access changes by itself; null when there is none. */
  endsAt: number | null
}

export const NO_ACCESS: ArchiveAccess = { keyVerified: false, scope: undefined, endsAt: null }
