import {
  type AppPassword,
  createAppPassword,
  listAppPasswords,
  revokeAppPassword,
} from '@tonarchiv/contract/app-passwords'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Programs use their passwords and begin to play at any time, and this page is not notified. */
const REFRESH_MS = 15_000

/** The account's app passwords, newest first, and the address of the server. */
export const appPasswordsQuery = queryOptions({
  queryKey: ['app-passwords'],
  queryFn: ({ signal }) => call(listAppPasswords, undefined, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

/** Makes an app password. The answer with its secret is in no cache. */
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
    // It may have been revoked on another device.
    onError: () => void cache.invalidateQueries(appPasswordsQuery),
  })
}

/** Removes a revoked one from the list. */
export function forgetAppPassword(cache: QueryClient, id: string): void {
  cache.setQueryData(
    appPasswordsQuery.queryKey,
    (list) => list && { ...list, appPasswords: list.appPasswords.filter((one) => one.id !== id) },
  )
}
