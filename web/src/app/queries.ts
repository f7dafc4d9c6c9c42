import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'

/** Only what may well succeed the next time is asked again. */
function mayPass(failure: Error): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 502
}

/** What was read from the server; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, failure) => failures < 2 && mayPass(failure),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})
