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
import { currentUser, endSession, finishBeforeSignOut, hasAccess, setUser, useSession } from './session.ts'

/** Logs out. The session in this browser ends even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  await finishBeforeSignOut()
  try {
    await call(logout)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
  } finally {
    endSession()
    // After the next login the start page is opened, not the last page of this session.
    goTo('/', { replace: true })
  }
}

let reading: Promise<void> | undefined

/**
 * Reads the account again. Only one request runs at a time. `profile-failure.ts` decides what happens after an error.
 */
export function refreshUser(): Promise<void> {
  reading ??= readProfile().finally(() => {
    reading = undefined
  })
  return reading
}

/**
 * Reads the account when the browser reports that the network was lost or restored; it detects that before a call
 * fails.
 * @returns a function that unsubscribes
 */
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

/** Shows an error on the loading screen, unless the account is already loaded. */
function showProblem(problem: string | undefined, isStuck: boolean): void {
  if (useSession.getState().status === 'loading') {
    useSession.setState({ status: 'loading', problem, isStuck }, true)
  }
}

/** Milliseconds that the start of the app waits for the server before the stored account is used. */
const KEPT_AFTER = 2500

/** Opens the app with the stored account, if the app is still loading. */
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
      return setUser(user)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // Another tab has started another session meanwhile, so this response belongs to the previous session.
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

/** Resolves after `ms` milliseconds, or earlier when the network or the server can be reached again. */
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
 * Reads the account of the stored session, and reads it again when it may have changed.
 * @returns a function that stops that
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
      // Reading the account shows whether only this call was not answered, or whether the connection is lost.
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
