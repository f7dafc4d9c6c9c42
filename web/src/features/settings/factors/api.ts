import {
  addPasskey,
  confirmAuthenticator,
  distrustDevice,
  readFactors,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startPasskey,
} from '@tonarchiv/contract/factors'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { makePasskey } from '#features/auth/index.ts'

/** What secures the account besides its password: passkeys and the second factor. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(readFactors, undefined, { signal }),
  staleTime: 0,
})

/** A mutation that changes the factors. They are read again afterwards. */
function useFactorChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: change,
    onSettled: () => void queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  })
}

export const useAddPasskey = () =>
  useFactorChange(async () => {
    const { attempt, options } = await call(startPasskey)
    const response = await makePasskey(options)
    return (await call(addPasskey, { body: { attempt, response } })).passkey
  })

export const useRenamePasskey = () =>
  useFactorChange(async ({ id, name }: { id: string; name: string }) =>
    call(renamePasskey, { params: { id }, body: { name } }),
  )

export const useRemovePasskey = () =>
  useFactorChange(async ({ id }: { id: string }) => call(removePasskey, { params: { id } }))

export const useConfirmAuthenticator = () =>
  useFactorChange(
    async (code: string) => (await call(confirmAuthenticator, { body: { code } })).recoveryCodes,
  )

export const useRemoveAuthenticator = () => useFactorChange(async () => call(removeAuthenticator))

export const useRenewRecoveryCodes = () =>
  useFactorChange(async () => (await call(renewRecoveryCodes)).recoveryCodes)

export const useDistrustDevice = () =>
  useFactorChange(async ({ id }: { id: string }) => call(distrustDevice, { params: { id } }))
