import { getProfile } from '@tonarchiv/contract/users'
import type { User } from '@tonarchiv/contract/users'
import { logout } from '@tonarchiv/contract/auth'
import { create } from 'zustand'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { onRefusedAccess } from '#client/refused-access.ts'
import { onRememberedElsewhere, recall, remember } from '#client/remembered.ts'
import { afterFailure } from './profile-failure.ts'

/** Who is here. Spec §4. */
export type Session =
  | { status: 'anonymous' }
  /** A token is there, its account is not known yet; `problem` says why, `isStuck` that nothing more is tried. */
  | { status: 'loading'; problem?: string; isStuck?: boolean }
  | { status: 'signedIn'; user: User }

export const useSession = create<Session>(() => ({
  status: recall('authToken') === undefined ? 'anonymous' : 'loading',
}))

/** The account that is logged in; for components that only show to one. */
export function useUser(): User | undefined {
  return useSession((session) => (session.status === 'signedIn' ? session.user : undefined))
}

/** Whether the archive is open to this account: it redeemed a key, or is an admin. Spec §6. */
export function hasAccess(user: User): boolean {
  return user.keyVerified || user.isAdmin
}

/** The logged-in account, read at once, outside of components. */
export function currentUser(): User | undefined {
  const session = useSession.getState()
  return session.status === 'signedIn' ? session.user : undefined
}

const leaving = new Set<() => void>()

/** Calls back when the session ends, so that everything that belonged to it is let go. Returns the way to stop. */
export function onSignedOut(listener: () => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

/** Begins a session with what login, verification or set-up answered. */
export function signIn({ token, user }: { token: string; user: User }): void {
  remember('authToken', token)
  useSession.setState({ status: 'signedIn', user }, true)
}

/** Takes over a newer state of the account, as calls answer it. */
export function updateUser(user: User): void {
  if (useSession.getState().status === 'signedIn') useSession.setState({ status: 'signedIn', user }, true)
}

/** Forgets the session in this browser without telling the server. */
export function endSession(): void {
  remember('authToken', undefined)
  const wasSignedIn = useSession.getState().status !== 'anonymous'
  useSession.setState({ status: 'anonymous' }, true)
  if (wasSignedIn) for (const listener of leaving) listener()
}

/** Logs out. The session ends here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  try {
    await call(logout)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
  } finally {
    endSession()
  }
}

let reading: Promise<void> | undefined

/** Reads the account again; what happens on failure is in `profile-failure.ts`. One reading at a time. */
export function refreshUser(): Promise<void> {
  reading ??= readProfile().finally(() => {
    reading = undefined
  })
  return reading
}

/** Says on the waiting screen what is wrong; an account that is already known stays. */
function showProblem(problem: string | undefined, isStuck: boolean): void {
  if (useSession.getState().status !== 'loading') return
  useSession.setState({ status: 'loading', ...(problem === undefined ? {} : { problem }), isStuck }, true)
}

async function readProfile(): Promise<void> {
  showProblem(undefined, false)
  let faults = 0
  while (true) {
    const token = recall('authToken')
    if (token === undefined) return endSession()
    try {
      const { user } = await call(getProfile)
      if (recall('authToken') === token) return useSession.setState({ status: 'signedIn', user }, true)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const next = afterFailure(failure, faults)
      if (next.do === 'signOut') {
        if (recall('authToken') === token) return endSession()
        continue
      }
      showProblem(next.problem, next.do === 'giveUp')
      if (next.do === 'giveUp') return
      if (next.isFault) faults += 1
      await new Promise((done) => setTimeout(done, next.afterMs))
    }
  }
}

/** Reads the account of the kept token and keeps the session true from then on. Returns the way to stop. */
export function startSession(): () => void {
  if (recall('authToken') !== undefined) void refreshUser()
  const stops = [
    onRememberedElsewhere('authToken', () => {
      if (recall('authToken') === undefined) endSession()
      else void refreshUser()
    }),
    onRefusedAccess((refused) => {
      const user = currentUser()
      if (user === undefined) return
      const believed = refused === 'session' || (refused === 'email' ? user.emailVerified : hasAccess(user))
      if (believed) void refreshUser()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
