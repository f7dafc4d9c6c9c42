import { addFavorite, removeFavorite } from '@tonarchiv/contract/favorites'
import { resetCopiesView } from '#client/copies-view.ts'
import { provideDeviceAnswers } from '#client/device-answers.ts'
import { hasAccess, useSession } from '#features/auth/index.ts'
import { emitArchiveChange } from './copies/archive-changes.ts'
import { removeEverything } from './copies/remove-everything.ts'
import { useOffline } from './copies/store.ts'

// Both modules are loaded on demand, so that they do not delay the start of the app.
const loadEngine = () => import('./engine/start.ts')
const loadAnswers = () => import('./answers/answers.ts')

/**
 * Lets the stored copies answer calls of the app while the connection is lost.
 * @returns a function that ends this
 */
export function connectDeviceAnswers(): () => void {
  return provideDeviceAnswers({
    answer: async (route, asked) => (await loadAnswers()).answerForDevice(route, asked),
    remember: (route, asked, answer) => {
      // If nothing was chosen to be copied, pages need not be shown without a connection, so no answer is stored.
      if (useOffline.getState().view.collections.length === 0) return
      if (route === addFavorite || route === removeFavorite) emitArchiveChange('favorites')
      void loadAnswers()
        .then(async ({ rememberForDevice }) => rememberForDevice(route, asked, answer))
        .catch(() => undefined)
    },
  })
}

/**
 * Starts the copies of the signed-in account, and removes them when the account has no archive access any more.
 * @returns a function that stops the copies
 */
export function connectCopies(): () => void {
  let isStopped = false
  let isEmpty = false
  let current: { userId: string; stop: Promise<() => void> } | undefined

  function stop(): void {
    void current?.stop.then((end) => end()).catch(() => undefined)
    current = undefined
  }

  async function start(userId: string): Promise<() => void> {
    const { startCopies } = await loadEngine()
    return isStopped || current?.userId !== userId ? () => undefined : startCopies(userId)
  }

  function follow(session: ReturnType<typeof useSession.getState>): void {
    // It is not known yet which account is signed in, so the copies stay as they are.
    if (session.status === 'loading') return
    const userId =
      session.status === 'signedIn' && session.user.emailVerified && hasAccess(session.user)
        ? session.user.id
        : undefined
    if (userId === current?.userId && userId !== undefined) {
      // The account was read again, for example because one of its keys was withdrawn.
      emitArchiveChange('access')
      return
    }
    stop()
    if (userId === undefined && !isEmpty) void removeEverything()
    isEmpty = userId === undefined
    if (userId !== undefined) current = { userId, stop: start(userId) }
  }

  follow(useSession.getState())
  const unsubscribe = useSession.subscribe(follow)
  return () => {
    isStopped = true
    unsubscribe()
    stop()
    resetCopiesView()
  }
}
