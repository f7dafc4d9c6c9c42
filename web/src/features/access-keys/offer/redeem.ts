import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { currentUser, updateUser } from '#features/auth/index.ts'

/** The mutation key with which other code detects that a key is being redeemed in this tab. */
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
