import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'

/** Only temporary errors are retried. */
function mayPass(failure: Error): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 502
}

/** Milliseconds before the first retry; each further pause is twice as long. */
const RETRY_PAUSE = 400

/** The cache of server data; cleared when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, failure) => failures < 2 && mayPass(failure),
      // Without a connection queries fail instead of pausing, so that pages show the problem and read again
      // after reconnecting.
      networkMode: 'always',
      refetchOnReconnect: true,
      retryDelay: (failures) => RETRY_PAUSE * 2 ** failures,
      refetchOnWindowFocus: false,
    },
    // By default the library holds mutations back until the connection returns, and discards them when the page is
    // closed. Optimistic ones would look as if they were saved.
    mutations: { retry: false, networkMode: 'always' },
  },
})
