import type { User } from '@tonarchiv/contract/users'
import { create } from 'zustand'
import { onStoredElsewhere, getStored, setStored } from '#client/browser-storage.ts'

/** What there is to say on the login screen about the end of a session that was here. */
export interface SignedOutNotice {
  kind: 'info' | 'success'
  text: string
}

/** Who is here. See docs/product.md §5.4. */
export type Session =
  | { status: 'anonymous'; notice?: SignedOutNotice | undefined }
  /** A token is there, its account is not known yet; `problem` says why, `isStuck` that nothing more is tried. */
  | { status: 'loading'; problem?: string | undefined; isStuck?: boolean }
  | { status: 'signedIn'; user: User }

const unknownYet = (): Session => ({ status: getStored('authToken') === undefined ? 'anonymous' : 'loading' })

export const useSession = create<Session>(unknownYet)

/** The account that is logged in; for components that only show to one. */
export function useUser(): User | undefined {
  return useSession((session) => (session.status === 'signedIn' ? session.user : undefined))
}

/** The logged-in account, read at once, outside of components. */
export function currentUser(): User | undefined {
  const session = useSession.getState()
  return session.status === 'signedIn' ? session.user : undefined
}

/** Whether the archive is open to this account: it redeemed a key, or is an admin. See docs/product.md §4.1. */
export function hasAccess(user: User): boolean {
  return user.keyVerified || user.isAdmin
}

const leaving = new Set<() => void>()

/** Calls back when the session ends, so that everything that belonged to it is let go. Returns the way to stop. */
export function onSignedOut(listener: () => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

const beforeLeaving = new Set<() => Promise<unknown>>()

/** Calls and waits for this while the session still holds, when its owner logs out. Returns the way to stop. */
export function beforeSignOut(listener: () => Promise<unknown>): () => void {
  beforeLeaving.add(listener)
  return () => beforeLeaving.delete(listener)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...beforeLeaving].map((listener) => listener()))
}

/** Begins a session with what login, verification or set-up answered. */
export function signIn({ token, user }: { token: string; user: User }): void {
  setStored('authToken', token)
  setStored('unverifiedEmail', undefined)
  setStored('justRegistered', undefined)
  useSession.setState({ status: 'signedIn', user }, true)
}

/** Takes over a newer state of the account, as calls answer it. */
export function updateUser(user: User): void {
  if (currentUser() !== undefined) useSession.setState({ status: 'signedIn', user }, true)
}

/** Forgets the session in this browser without telling the server. */
export function endSession(notice?: SignedOutNotice): void {
  setStored('authToken', undefined)
  const wasHere = useSession.getState().status !== 'anonymous'
  // Told twice, once without a word: what there was to say stays.
  if (!wasHere && notice === undefined) return
  useSession.setState({ status: 'anonymous', notice }, true)
  if (!wasHere) return
  setStored('unverifiedEmail', undefined)
  for (const listener of leaving) listener()
}

/**
 * Notices that another tab logged in or out. What a login there means, `startSession` finds out. A page that comes
 * back from the browser’s memory missed what happened meanwhile and looks, too. Returns the way to stop.
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
