import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'

/** Whether an error may be temporary, so that the query is retried. */
function mayPass(failure: Error): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 502
}

/** Milliseconds before the first retry of a query; each further pause is twice as long. */
const RETRY_PAUSE = 400

/** The cache of data from the server. It is cleared when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, failure) => failures < 2 && mayPass(failure),
      // Without a connection queries fail instead of pausing. Pages then show the problem, and read again when the
      // connection is restored.
      networkMode: 'always',
      refetchOnReconnect: true,
      retryDelay: (failures) => RETRY_PAUSE * 2 ** failures,
      refetchOnWindowFocus: false,
    },
    // By default, the library delays mutations until the connection is restored, and discards them when the page is
    // closed. Optimistic mutations would then look as if they had been saved.
    mutations: { retry: false, networkMode: 'always' },
  },
})
