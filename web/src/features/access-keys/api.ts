import {
  generateAccessKeys,
  listAccessKeys,
  redeemAccessKey,
  withdrawAccessKey,
  type AccessKey,
} from '@tonarchiv/contract/access-keys'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { currentUser, updateUser } from '#features/auth/index.ts'

const PAGE = 100

/** All keys, newest first, page by page. Admins only. */
export const keysQuery = infiniteQueryOptions({
  queryKey: ['access-keys'],
  queryFn: ({ pageParam, signal }) =>
    call(listAccessKeys, { query: { limit: PAGE, offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ accessKeys, total }, _pages, offset) =>
    offset + accessKeys.length < total && accessKeys.length > 0 ? offset + accessKeys.length : undefined,
  // Members redeem keys at any time, and admins are not notified.
  staleTime: 0,
})

/** Redeems a key for the logged-in account; data that were not accessible before are read again. */
export function useRedeemKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => call(redeemAccessKey, { body: { key, uid: currentUser()?.id ?? '' } }),
    onSuccess({ user }) {
      updateUser(user)
      void cache.invalidateQueries()
    },
  })
}

/** Creates this number of keys, all or none. */
export function useGenerateKeys() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (count: number) => call(generateAccessKeys, { body: { count } }),
    onSuccess: () => cache.invalidateQueries(keysQuery),
  })
}

export function useWithdrawKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AccessKey) => call(withdrawAccessKey, { params: { id } }),
    // Also after a refusal: a member may just have redeemed the key.
    onSettled: () => cache.invalidateQueries(keysQuery),
  })
}
