import {
  getKeyRequest,
  grantKey,
  listKeyRequests,
  rejectKeyRequest,
  requestKey,
  type KeyRequest,
} from '@tonarchiv/contract/key-requests'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

export const ownRequestQuery = queryOptions({
  queryKey: ['access-keys', 'own-request'],
  queryFn: ({ signal }) => call(getKeyRequest, {}, { signal }),
  staleTime: 0,
})

export const requestsQuery = queryOptions({
  queryKey: ['access-keys', 'requests'],
  queryFn: ({ signal }) => call(listKeyRequests, { query: {} }, { signal }),
  staleTime: 0,
})

/** Asks the admins for a key. */
export function useRequestKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(requestKey),
    onSuccess: (answer) => cache.setQueryData(ownRequestQuery.queryKey, answer),
    onError: (failure) => {
      showToast(textOf(failure, 'Anfragen hat nicht geklappt'), { kind: 'error' })
      void cache.invalidateQueries(ownRequestQuery)
    },
  })
}

/** Answers the request of a member. */
export function useAnswerRequest() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ request: { user }, isGranted }: { request: KeyRequest; isGranted: boolean }) =>
      call(isGranted ? grantKey : rejectKeyRequest, { params: { userId: user.id } }),
    onSuccess: (_answer, { isGranted }) =>
      showToast(isGranted ? 'Schlüssel gegeben' : 'Anfrage abgelehnt', { duration: ADMIN_TOAST }),
    onError: (failure) =>
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error', duration: ADMIN_TOAST }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['access-keys'] }),
  })
}
