import type { Access } from '@tonarchiv/contract/route'

/** The account behind a request, read from the database for this request. */
export interface Caller {
  id: string
  /** The session of the request, or the API key that stands in its place; streams end with it. */
  sessionId: string
  email: string
  username: string
  isAdmin: boolean
  emailVerified: boolean
  keyVerified: boolean
}

/** Who a handler can count on: public calls may come from nobody. */
export type CallerOf<A extends Access> = A extends 'public' ? Caller | undefined : Caller

/** Whether the archive is open to this account: a redeemed key, or admin. See docs/product.md §4.1. */
export function hasKey(caller: Pick<Caller, 'isAdmin' | 'keyVerified'>): boolean {
  return caller.isAdmin || caller.keyVerified
}
