import '#client/zod-config.ts'
import {
  connectListenbrainz,
  disconnect,
  getScrobbling,
  openAuth,
  pauseScrobbling,
  type ScrobbleService,
} from '@tonarchiv/contract/scrobbling'
import { urlOf } from '@tonarchiv/contract/route'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { check } from '#client/check.ts'
import { errorsOf, problemOf, sendChecked, type FormRules } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { resetListeningCheck } from './now-playing.ts'
import { authorizeInPopup } from './popup.ts'
import {
  connectedText,
  connectProblem,
  disconnectedText,
  disconnectProblem,
  UNKNOWN_ERROR,
} from './wording.ts'

const BLOCKED = 'Der Browser hat das Fenster nicht geöffnet. Erlaube Pop-ups für diese Seite.'
/** Milliseconds between two reads while scrobbles have not been delivered yet. */
const LOOK_AGAIN = 5000

const scrobblingQuery = queryOptions({
  queryKey: ['scrobbling'],
  queryFn: async ({ signal }) => call(getScrobbling, undefined, { signal }),
  staleTime: 0,
})

/** The scrobbling services, and the account's connections to them. */
export function useScrobbling() {
  return useQuery({
    ...scrobblingQuery,
    // The popup may fail to send its result to this page, so the connections are read again when the member returns to
    // the page.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.services.some(({ isConnected, waitingCount }) => isConnected && waitingCount > 0) === true
        ? LOOK_AGAIN
        : false,
  })
}

/** Returns a function that reads the connections again. The sender of the playing track uses the new ones as well. */
function useRefresh() {
  const cache = useQueryClient()
  return () => {
    resetListeningCheck()
    return cache.invalidateQueries({ queryKey: scrobblingQuery.queryKey })
  }
}

/** Connects the account to Last.fm in a popup. The error of a failure contains the text to show. */
export function useConnectLastfm() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async () => {
      const outcome = await authorizeInPopup({
        origin: location.origin,
        open: (features) => window.open(urlOf(openAuth), 'lastfm', features),
        messages: window,
      })
      if (outcome.kind === 'blocked') throw new Error(connectProblem(BLOCKED))
      if (outcome.kind === 'failed') throw new Error(connectProblem(outcome.error))
      if (outcome.kind === 'connected') showToast(connectedText('lastfm'))
    },
    onSettled: refresh,
  })
}

export function useDisconnect(service: ScrobbleService) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async () => call(disconnect, { params: { service } }),
    onSuccess: () => showToast(disconnectedText(service)),
    onError: (failure) => showToast(disconnectProblem(textOf(failure, UNKNOWN_ERROR)), { kind: 'error' }),
    onSettled: refresh,
  })
}

export function usePause(service: ScrobbleService) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (isPaused: boolean) =>
      call(pauseScrobbling, { params: { service }, body: { isPaused } }),
    onError: (failure) => showToast(textOf(failure, UNKNOWN_ERROR), { kind: 'error' }),
    onSettled: refresh,
  })
}

/** The rules of the form for the ListenBrainz token. The caller must call `onConnected` after a success. */
export function useTokenRules(): { rules: FormRules; onConnected: () => void } {
  const refresh = useRefresh()
  return {
    rules: tokenRules,
    onConnected: () => {
      showToast(connectedText('listenbrainz'))
      void refresh()
    },
  }
}

const tokenRules: FormRules = {
  errorsIn: ({ token }) => errorsOf(check(connectListenbrainz.body, { token })),
  submit: async ({ token }) =>
    sendChecked(
      check(connectListenbrainz.body, { token }),
      async (body) => {
        await call(connectListenbrainz, { body })
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, connectProblem(failure.text)),
    ),
}
