import { listDevices, renameDevice } from '@tonarchiv/contract/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** The sessions of the account. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(listDevices, undefined, { signal }),
  staleTime: 0,
})

/** Renames a device. If the name is empty, the device is shown with the name of its browser. */
export function useRenameDevice(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(renameDevice, { params: { id }, body: { name } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
}
