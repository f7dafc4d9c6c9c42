import type { User } from '@tonarchiv/contract/users'
import { create } from 'zustand'
import { onStoredElsewhere, getStored, setStored } from '#client/browser-storage.ts'

/** The notice on the login screen about the end of a session. */
export interface SignedOutNotice {
  kind: 'info' | 'success'
  text: string
}

/** The state of the session. See docs/product.md §5.4. */
export type Session =
  | { status: 'anonymous'; notice?: SignedOutNotice | undefined }
  /**
   * There is a token, but its account is not loaded yet; `problem` explains why, `isStuck` means that there
   * are no further retries.
   */
  | { status: 'loading'; problem?: string | undefined; isStuck?: boolean }
  | { status: 'signedIn'; user: User }

const unknownYet = (): Session => ({ status: getStored('authToken') === undefined ? 'anonymous' : 'loading' })

export const useSession = create<Session>(unknownYet)

/** The logged-in account, in components. */
export function useUser(): User | undefined {
  return useSession((session) => (session.status === 'signedIn' ? session.user : undefined))
}

/** The logged-in account, outside of components. */
export function currentUser(): User | undefined {
  const session = useSession.getState()
  return session.status === 'signedIn' ? session.user : undefined
}

/**
 * Whether this account has archive access: it has redeemed a key or is an admin. See docs/product.md §4.1.
 */
export function hasAccess(user: User): boolean {
  return user.keyVerified || user.isAdmin
}

const leaving = new Set<() => void>()

/**
 * Subscribes to the end of the session, to clear data that belong to it.
 * @returns a function that unsubscribes
 */
export function onSignedOut(listener: () => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

const beforeLeaving = new Set<() => Promise<unknown>>()

/**
 * Registers a function that is awaited when the member logs out, while the session is still valid.
 * @returns a function that unregisters it
 */
export function beforeSignOut(listener: () => Promise<unknown>): () => void {
  beforeLeaving.add(listener)
  return () => beforeLeaving.delete(listener)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...beforeLeaving].map((listener) => listener()))
}

/** Starts a session with the response of login, verification or set-up. */
export function signIn({ token, user }: { token: string; user: User }): void {
  setStored('authToken', token)
  setStored('unverifiedEmail', undefined)
  setStored('justRegistered', undefined)
  useSession.setState({ status: 'signedIn', user }, true)
}

/** Updates the account with the response of a call. */
export function updateUser(user: User): void {
  if (currentUser() !== undefined) useSession.setState({ status: 'signedIn', user }, true)
}

/** Removes the session from this browser without a call to the server. */
export function endSession(notice?: SignedOutNotice): void {
  setStored('authToken', undefined)
  const wasHere = useSession.getState().status !== 'anonymous'
  // A second call without a notice keeps the notice of the first one.
  if (!wasHere && notice === undefined) return
  useSession.setState({ status: 'anonymous', notice }, true)
  if (!wasHere) return
  setStored('unverifiedEmail', undefined)
  for (const listener of leaving) listener()
}

/**
 * Detects that another tab has logged in or out; `startSession` handles a login. A page that is restored from
 * the back/forward cache checks, too.
 * @returns a function that stops it
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
