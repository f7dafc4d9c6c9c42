import {
  createInvitation,
  listInvitations,
  withdrawInvitation,
  type Invitation,
} from '@tonarchiv/contract/invitations'
import type { BodyOf, ResponseOf } from '@tonarchiv/contract/route'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'

const PAGE = 50

/** The member's invitations in pages, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam, signal }) =>
    call(listInvitations, { query: { limit: PAGE, offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ invitations, total }: ResponseOf<typeof listInvitations>, _pages, offset: number) =>
    invitations.length > 0 && offset + invitations.length < total ? offset + invitations.length : undefined,
  // Always stale: a guest may accept at any time.
  staleTime: 0,
})

/** @param onMade - also called for the last invitation of the quota, after which the form is gone */
export function useCreateInvitation(onMade: (invitation: Invitation) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof createInvitation>) => call(createInvitation, { body }),
    onSuccess: ({ invitation }) => onMade(invitation),
    onSettled: () => cache.invalidateQueries(invitationsQuery),
  })
}

export function useWithdrawInvitation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) => call(withdrawInvitation, { params: { id } }),
    onSuccess: () => showToast('Einladung zurückgezogen'),
    onError: (failure) =>
      showToast(textOf(failure, 'Die Einladung konnte nicht zurückgezogen werden.'), { kind: 'error' }),
    onSettled: () => cache.invalidateQueries(invitationsQuery),
  })
}
