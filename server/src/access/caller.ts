import type { Access } from '@tonarchiv/contract/route'
import type { ArchiveScope } from '#database/archive-scope.ts'

/** The account that sent a request, read from the database for this request. */
export interface Caller {
  id: string
  /**
   * The id of the session or of the API key that authenticated the request. The streams of the request end with that
   * session or key.
   */
  sessionId: string
  email: string
  username: string
  isAdmin: boolean
  emailVerified: boolean
  keyVerified: boolean
  /**
   * When the member last confirmed in this session that they own the account. `byLogin` if only the login confirmed it.
   * Missing if the member never did, and if another program sent the request, which has no session.
   */
  confirmed?: { at: string; byLogin: boolean } | undefined
  /** Whether this admin has no rights of an admin until they have set up a second factor. */
  lacksFactor?: boolean
  /** The part of the archive that the caller may play. Missing for the whole archive, and for admins. */
  scope?: ArchiveScope | undefined
}

/** The caller type that a handler gets: undefined is possible only on public routes. */
export type CallerOf<A extends Access> = A extends 'public' ? Caller | undefined : Caller

/**
 * Whether this account has archive access: it has redeemed a key or is an admin. What it may play of the
 * archive is its `scope`. See docs/product.md §4.1.
 */
export function hasKey(caller: Pick<Caller, 'isAdmin' | 'keyVerified'>): boolean {
  return caller.isAdmin || caller.keyVerified
}
