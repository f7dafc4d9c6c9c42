import { logout } from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { ApiError, UNREACHABLE } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { onUnanswered, reportConnected, reportLost } from '#client/connection.ts'
import { onServerResponse } from '#client/server-responses.ts'
import { onRefusedAccess } from '#client/refused-access.ts'
import { onStoredElsewhere, getStored } from '#client/browser-storage.ts'
import { keepUser, keptUser } from './kept-user.ts'
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

/** Reads the account again, with one request at a time. `profile-failure.ts` decides what follows an error. */
export function refreshUser(): Promise<void> {
  reading ??= readProfile().finally(() => {
    reading = undefined
  })
  return reading
}

/** Reacts to events of the browser, which detects a lost network before any call fails. */
function onNetworkChange(): () => void {
  const read = () => {
    if (currentUser() === undefined) return
    if (!navigator.onLine) reportLost()
    void refreshUser()
  }
  addEventListener('offline', read)
  addEventListener('online', read)
  return () => {
    removeEventListener('offline', read)
    removeEventListener('online', read)
  }
}

/** Shows the problem on the loading screen; not when the account is already loaded. */
function showProblem(problem: string | undefined, isStuck: boolean): void {
  if (useSession.getState().status === 'loading') {
    useSession.setState({ status: 'loading', problem, isStuck }, true)
  }
}

/** Milliseconds that a start waits for the server before it uses the stored account. */
const KEPT_AFTER = 2500

/** Opens the app with the stored account, unless it is open. */
function openWithKeptUser(): void {
  const user = keptUser()
  if (user === undefined || useSession.getState().status !== 'loading') return
  reportLost()
  useSession.setState({ status: 'signedIn', user }, true)
}

async function readProfile(): Promise<void> {
  showProblem(undefined, false)
  let faults = 0
  let attempts = 0
  while (true) {
    const token = getStored('authToken')
    if (token === undefined) return endSession()
    const impatience = setTimeout(openWithKeptUser, KEPT_AFTER)
    try {
      const { user } = await call(getProfile)
      if (getStored('authToken') !== token) continue
      reportConnected()
      return useSession.setState({ status: 'signedIn', user }, true)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // Another tab has started another session in the meantime: this response belongs to the old one.
      if (getStored('authToken') !== token) continue
      const next = afterFailure(failure, { faults, attempts })
      if (next.do === 'signOut') return endSession(signedOutNotice(failure.sessionEnd))
      if (failure.code === UNREACHABLE) openWithKeptUser()
      if (failure.code === UNREACHABLE && currentUser()) reportLost()
      showProblem(next.problem, next.do === 'giveUp')
      if (next.do === 'giveUp') return
      if (next.isFault) faults += 1
      attempts += 1
      await passed(next.afterMs)
    } finally {
      clearTimeout(impatience)
    }
  }
}

/** Resolves after this time, or as soon as the network or the server is back. */
async function passed(ms: number): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = onServerResponse(resolve)
    addEventListener('online', () => resolve(), { signal: over.signal })
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop()
    })
  })
  over.abort()
}

/**
 * Reads the account of a stored session, and keeps it up to date.
 * @returns a function that stops it
 */
export function startSession(): () => void {
  const keep = (session: ReturnType<typeof useSession.getState>) => {
    if (session.status === 'signedIn' && session.user.emailVerified) keepUser(session.user)
  }
  keep(useSession.getState())
  if (useSession.getState().status === 'loading') void refreshUser()
  const stops = [
    useSession.subscribe(keep),
    onStoredElsewhere('authToken', () => {
      if (getStored('authToken') !== undefined) void refreshUser()
    }),
    onServerResponse(reportConnected),
    onUnanswered(() => {
      // Reading the account shows whether only that call got no answer.
      if (currentUser() !== undefined) void refreshUser()
    }),
    onNetworkChange(),
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
