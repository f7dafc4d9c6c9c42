import { logout } from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { onRefusedAccess } from '#client/refused-access.ts'
import { onStoredElsewhere, getStored } from '#client/browser-storage.ts'
import { goTo } from './path.ts'
import { afterFailure } from './profile-failure.ts'
import { signedOutNotice } from './session-end.ts'
import { currentUser, endSession, finishBeforeSignOut, hasAccess, useSession } from './session.ts'

/** Logs out. The session ends here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await finishBeforeSignOut()
  try {
    await call(logout)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
  } finally {
    endSession()
    // The next login begins at the start page, not at the last page of this session.
    goTo('/', { replace: true })
  }
}

let reading: Promise<void> | undefined

/** Reads the account again; `profile-failure.ts` decides what follows a failure. One request at a time. */
export function refreshUser(): Promise<void> {
  reading ??= readProfile().finally(() => {
    reading = undefined
  })
  return reading
}

/** Shows the problem on the waiting screen; an account that is already loaded stays. */
function showProblem(problem: string | undefined, isStuck: boolean): void {
  if (useSession.getState().status === 'loading') {
    useSession.setState({ status: 'loading', problem, isStuck }, true)
  }
}

async function readProfile(): Promise<void> {
  showProblem(undefined, false)
  let faults = 0
  while (true) {
    const token = getStored('authToken')
    if (token === undefined) return endSession()
    try {
      const { user } = await call(getProfile)
      if (getStored('authToken') === token) return useSession.setState({ status: 'signedIn', user }, true)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // Another tab has started another session in the meantime: this response belongs to the old one.
      if (getStored('authToken') !== token) continue
      const next = afterFailure(failure, faults)
      if (next.do === 'signOut') return endSession(signedOutNotice(failure.sessionEnd))
      showProblem(next.problem, next.do === 'giveUp')
      if (next.do === 'giveUp') return
      if (next.isFault) faults += 1
      await new Promise((done) => setTimeout(done, next.afterMs))
    }
  }
}

/**
 * Reads the account of a stored session, and keeps it up to date.
 * @returns a function that stops it
 */
export function startSession(): () => void {
  if (useSession.getState().status === 'loading') void refreshUser()
  const stops = [
    onStoredElsewhere('authToken', () => {
      if (getStored('authToken') !== undefined) void refreshUser()
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
