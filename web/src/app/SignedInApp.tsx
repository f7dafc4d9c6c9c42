import '../styles/tokens-inside.css'
import './extended-latin.css'
import type { User } from '@tonarchiv/contract/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { isConnectionLost } from '#client/connection.ts'
import { clearCoverCache, cacheCoversFor } from '#client/cover-cache.ts'
import { areMediaReady, startTicketRenewal } from '#client/media.ts'
import { clearUnsentMessages } from '#client/message-database.ts'
import { startServiceWorker } from '#client/service-worker.ts'
import {
  ConfirmationHost,
  forgetKeptUser,
  hasAccess,
  startSession,
  onSignedOut,
  refreshUser,
  RestoreEmail,
  usePath,
  useSession,
  VerificationPrompt,
  VerifyEmail,
} from '#features/auth/index.ts'
import { loadFavorites } from '#features/favorites/index.ts'
import { connectCopies, connectDeviceAnswers } from '#features/offline-copies/index.ts'
import { connectPush, disconnectPush, OpenFromNotification } from '#features/push/index.ts'
import { closeSearch, forgetAllSearches } from '#features/search/index.ts'
import { forgetTrackSounds } from '#features/track-sound/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { listenForDepartures } from '#ui/hooks/history-guard.ts'
import { listenBeforeRouter } from '#ui/hooks/modal-history.ts'
import { ShellOutline } from './layout/ShellOutline.tsx'
import { queryClient } from './queries.ts'
import { AppRoutes, fetchPage } from './routes.tsx'

/**
 * Sets to which account cached covers belong. Called by the session and not by a component, because the first render
 * already requests covers.
 */
function cacheCovers(session: ReturnType<typeof useSession.getState>): void {
  if (session.status === 'signedIn' && session.user.emailVerified)
    cacheCoversFor(session.user.id, hasAccess(session.user))
}

async function prefetch(user: User): Promise<void> {
  const { prefetchPages } = await import('./prefetch-pages.ts')
  await prefetchPages(user)
}

/**
 * The app after the login: a loading screen, the prompt to verify the address, or the archive. See docs/product.md
 * §2.1.
 */
export function SignedInApp() {
  // Deferred, so that React renders in steps of a few milliseconds and a slow device responds in between.
  const session = useDeferredValue(useSession())
  const path = usePath()
  const user = session.status === 'signedIn' ? session.user : undefined
  const isOpen = user?.emailVerified === true

  useEffect(() => {
    cacheCovers(useSession.getState())
    return useSession.subscribe(cacheCovers)
  }, [])
  useEffect(connectDeviceAnswers, [])
  useEffect(() => startSession(), [])
  useEffect(connectCopies, [])
  useEffect(() => fetchPage(globalThis.location.pathname), [])
  useEffect(
    () =>
      onSignedOut(() => {
        queryClient.clear()
        clearToast()
        closeSearch()
        forgetAllSearches()
        forgetTrackSounds()
        forgetKeptUser()
        void clearCoverCache()
        void disconnectPush()
        // Only after a logout. After a change of account, the chat removes the unsent messages of the earlier account
        // when it starts.
        if (useSession.getState().status === 'anonymous') void clearUnsentMessages()
      }),
    [],
  )
  const [hasMedia, setHasMedia] = useState(areMediaReady)
  useEffect(
    () => (isOpen ? startTicketRenewal(() => startTransition(() => setHasMedia(true))) : undefined),
    [isOpen],
  )
  useEffect(() => (isOpen ? whenIdle(() => void startServiceWorker()) : undefined), [isOpen])
  useEffect(() => (isOpen ? whenIdle(() => loadFavorites(queryClient)) : undefined), [isOpen])
  const openUserId = isOpen ? user.id : undefined
  useEffect(
    () => (openUserId === undefined ? undefined : whenIdle(() => void connectPush(openUserId))),
    [openUserId],
  )
  useEffect(
    () =>
      user !== undefined && isOpen ? whenIdle(() => void prefetch(user).catch(() => undefined)) : undefined,
    [user, isOpen],
  )

  if (user === undefined) {
    const { problem, isStuck } = session.status === 'loading' ? session : {}
    return <ShellOutline problem={problem} onRetry={isStuck ? () => void refreshUser() : undefined} />
  }
  if (!isOpen) {
    if (path === '/verify-email') return <VerifyEmail />
    // The member whose address was replaced may still be logged in in this browser, while the new address is not
    // verified.
    if (path === '/restore-email') return <RestoreEmail />
    return (
      <>
        <VerificationPrompt email={user.email} />
        <ConfirmationHost />
      </>
    )
  }
  // Waits for the first media ticket. Without a connection none arrives, and nothing is loaded from the media host.
  if (!hasMedia && !isConnectionLost()) return <ShellOutline />
  return (
    // Keyed: another tab may log in with another account.
    <QueryClientProvider key={user.id} client={queryClient}>
      <BrowserRouter>
        <ListenersBeforeRouter />
        <ConfirmationHost />
        <OpenFromNotification />
        <AppRoutes user={user} />
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/**
 * Registers listeners before those of the router. It is a child of the router, because React runs the effects of
 * children first.
 */
function ListenersBeforeRouter() {
  useLayoutEffect(listenForDepartures, [])
  useLayoutEffect(listenBeforeRouter, [])
  return null
}
