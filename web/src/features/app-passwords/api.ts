import {
  type AppPassword,
  createAppPassword,
  listAppPasswords,
  revokeAppPassword,
} from '@tonarchiv/contract/app-passwords'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Milliseconds between two reads of the list. The browser is not notified when an app logs in or starts playing. */
const REFRESH_MS = 15_000

/** The account's app passwords, newest first, and the address of the server. */
export const appPasswordsQuery = queryOptions({
  queryKey: ['app-passwords'],
  queryFn: ({ signal }) => call(listAppPasswords, undefined, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

/** Creates an app password. The response contains the password itself and is not cached. */
export function useCreateAppPassword() {
  const cache = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (name: string) => call(createAppPassword, { body: { name } }),
    onSettled: () => void cache.invalidateQueries(appPasswordsQuery),
  })
}

export function useRevokeAppPassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AppPassword) => call(revokeAppPassword, { params: { id } }),
    // The app password may have been revoked on another device.
    onError: () => void cache.invalidateQueries(appPasswordsQuery),
  })
}

/** Removes a revoked app password from the cached list. */
export function forgetAppPassword(cache: QueryClient, id: string): void {
  cache.setQueryData(
    appPasswordsQuery.queryKey,
    (list) => list && { ...list, appPasswords: list.appPasswords.filter((one) => one.id !== id) },
  )
}
