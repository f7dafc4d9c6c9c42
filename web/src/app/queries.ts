import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'

/** Only what may well succeed the next time is requested again. */
function mayPass(failure: Error): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 502
}

/** Milliseconds before the first repetition; the next ones wait twice as long each. */
const RETRY_PAUSE = 400

/** What was read from the server; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, failure) => failures < 2 && mayPass(failure),
      // Asked and refused beats waiting in silence: a page without a connection says so, and reads again with it.
      networkMode: 'always',
      refetchOnReconnect: true,
      retryDelay: (failures) => RETRY_PAUSE * 2 ** failures,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})
