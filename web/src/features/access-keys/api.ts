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

/** The access keys, newest first, in pages; for admins only. */
export const keysQuery = infiniteQueryOptions({
  queryKey: ['access-keys'],
  queryFn: ({ pageParam, signal }) =>
    call(listAccessKeys, { query: { limit: PAGE, offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ accessKeys, total }, _pages, offset) =>
    offset + accessKeys.length < total && accessKeys.length > 0 ? offset + accessKeys.length : undefined,
  // Always stale: members can redeem keys at any time, and admins are not notified of that.
  staleTime: 0,
})

/** Identifies the redeeming of a key in this tab. */
export const REDEEM_KEY = ['access-keys', 'redeem']

/** Redeems an access key for the signed-in account. Data that was not accessible before is then read again. */
export function useRedeemKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: REDEEM_KEY,
    mutationFn: (key: string) => call(redeemAccessKey, { body: { key, uid: currentUser()?.id ?? '' } }),
    onSuccess({ user }) {
      updateUser(user)
      void cache.invalidateQueries()
    },
  })
}

/** Creates `amount` access keys, or none if that fails. */
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
    // Read again after a failed withdrawal, too, because a member may have redeemed the key meanwhile.
    onSettled: () => cache.invalidateQueries(keysQuery),
  })
}
