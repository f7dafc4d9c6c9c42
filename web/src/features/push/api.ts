import { listPushDevices, type PushDevice, removePushDevice, testPushDevice } from '@tonarchiv/contract/push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { switchedOff, switchOn } from './this-browser.ts'

/** The browsers that receive push messages, and the key with which a browser subscribes. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }) => call(listPushDevices, undefined, { signal }),
  staleTime: 0,
})

/** Switches push messages on in this browser. The result is false if the member has denied the browser's permission. */
export function useSwitchOn(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = await cache.ensureQueryData(pushDevicesQuery)
      return switchOn(userId, publicKey)
    },
    onSettled: async () => cache.invalidateQueries(pushDevicesQuery),
  })
}

export function useRemoveDevice() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isThisDevice }: PushDevice) => {
      await call(removePushDevice, { params: { id } })
      if (isThisDevice) await switchedOff()
    },
    onSettled: async () => cache.invalidateQueries(pushDevicesQuery),
  })
}

export function useTestDevice() {
  return useMutation({ mutationFn: ({ id }: PushDevice) => call(testPushDevice, { params: { id } }) })
}
