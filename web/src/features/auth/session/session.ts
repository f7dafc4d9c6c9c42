import type { User } from '@tonarchiv/contract/users'
import { create } from 'zustand'
import { onStoredElsewhere, getStored, setStored } from '#client/browser-storage.ts'

/** A notice on the login screen that says why the session has ended. */
export interface SignedOutNotice {
  kind: 'info' | 'success'
  text: string
}

/** The state of the session. See docs/product.md §5.4. */
export type Session =
  | { status: 'anonymous'; notice?: SignedOutNotice | undefined }
  /**
   * There is a session token, but the account is not loaded yet. `problem` is the error text; `isStuck` means that
   * there are no further automatic retries.
   */
  | { status: 'loading'; problem?: string | undefined; isStuck?: boolean }
  | { status: 'signedIn'; user: User }

const unknownYet = (): Session => ({ status: getStored('authToken') === undefined ? 'anonymous' : 'loading' })

export const useSession = create<Session>(unknownYet)

/** The signed-in account, as a hook; undefined without one. */
export function useUser(): User | undefined {
  return useSession((session) => (session.status === 'signedIn' ? session.user : undefined))
}

/** The signed-in account, for code outside of components; undefined without one. */
export function currentUser(): User | undefined {
  const session = useSession.getState()
  return session.status === 'signedIn' ? session.user : undefined
}

/**
 * Whether this account has archive access: it has redeemed an access key, or belongs to an admin. See docs/product.md
 * §4.1.
 */
export function hasAccess(user: User): boolean {
  return user.keyVerified || user.isAdmin
}

const leaving = new Set<() => void>()

/**
 * Calls `listener` when the session ends, so that data of the session can be removed.
 * @returns a function that unsubscribes
 */
export function onSignedOut(listener: () => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

const beforeLeaving = new Set<() => Promise<unknown>>()

/**
 * Registers a function that is called and awaited when the member logs out, while the session is still valid.
 * @returns a function that unregisters it
 */
export function beforeSignOut(listener: () => Promise<unknown>): () => void {
  beforeLeaving.add(listener)
  return () => beforeLeaving.delete(listener)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...beforeLeaving].map((listener) => listener()))
}

/**
 * Sets the signed-in account. If it is another account than before, because another tab has logged in meanwhile, the
 * data of the earlier account are removed first, as at the end of a session.
 */
export function setUser(user: User): void {
  const before = currentUser()
  if (before !== undefined && before.id !== user.id) {
    useSession.setState({ status: 'loading' }, true)
    for (const listener of leaving) listener()
  }
  useSession.setState({ status: 'signedIn', user }, true)
}

/** Starts a session with the response to a login, a verification or a set-up. */
export function signIn({ token, user }: { token: string; user: User }): void {
  setStored('authToken', token)
  setStored('unverifiedEmail', undefined)
  setStored('justRegistered', undefined)
  setUser(user)
}

/** Replaces the data of the signed-in account by those in the response to a call. */
export function updateUser(user: User): void {
  if (currentUser() !== undefined) useSession.setState({ status: 'signedIn', user }, true)
}

/** Removes the session from this browser. The server is not called. */
export function endSession(notice?: SignedOutNotice): void {
  setStored('authToken', undefined)
  const wasHere = useSession.getState().status !== 'anonymous'
  // If the session has already ended, a call without a notice does not remove the notice that is shown.
  if (!wasHere && notice === undefined) return
  useSession.setState({ status: 'anonymous', notice }, true)
  if (!wasHere) return
  setStored('unverifiedEmail', undefined)
  for (const listener of leaving) listener()
}

/**
 * Detects that another tab has logged in or out. A logout ends the session in this tab; `startSession` handles a login.
 * It also checks when a page is restored from the back/forward cache.
 * @returns a function that stops that
 */
export function watchToken(): () => void {
  const look = () => {
    if (getStored('authToken') === undefined) endSession()
    else if (useSession.getState().status === 'anonymous') useSession.setState({ status: 'loading' }, true)
  }
  const returned = ({ persisted }: PageTransitionEvent) => {
    if (persisted) look()
  }
  globalThis.addEventListener('pageshow', returned)
  const stop = onStoredElsewhere('authToken', look)
  return () => {
    stop()
    globalThis.removeEventListener('pageshow', returned)
  }
}
