import { barInvitations, getInvitationTree, removeBranch } from '@tonarchiv/contract/invitation-tree'
import { removeUser } from '@tonarchiv/contract/admin'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { peopleText } from './tree-wording.ts'

export const treeQuery = queryOptions({
  queryKey: ['invitation-tree'],
  queryFn: ({ signal }) => call(getInvitationTree, {}, { signal }),
  // Always stale: members join at any time, and admins are not notified of that.
  staleTime: 0,
})

function useTreeChange<Change, Answer>(
  change: (change: Change) => Promise<Answer>,
  { done, failed }: { done: (answer: Answer, change: Change) => string; failed: string },
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, about) => showToast(done(answer, about), { duration: ADMIN_TOAST }),
    onError: (failure) => showToast(textOf(failure, failed), { kind: 'error', duration: ADMIN_TOAST }),
    onSettled: () => cache.invalidateQueries(treeQuery),
  })
}

export function useBarInvitations() {
  return useTreeChange(
    async ({ id, isBarred }: { id: string; isBarred: boolean }) =>
      call(barInvitations, { params: { id }, body: { isBarred } }),
    {
      done: (_answer, { isBarred }) => (isBarred ? 'Einladungen gesperrt' : 'Einladungen freigegeben'),
      failed: 'Das ist fehlgeschlagen. Bitte versuche es noch einmal.',
    },
  )
}

interface Removal {
  id: string
  /** The number of members below, who are removed, too; undefined to remove the account alone. */
  people: number | undefined
}

export function useRemoveFromTree() {
  return useTreeChange(
    async ({ id, people }: Removal) => {
      if (people !== undefined)
        return (await call(removeBranch, { params: { id }, query: { people } })).removed
      await call(removeUser, { params: { id } })
      return 1
    },
    {
      done: (removed) => `${peopleText(removed)} entfernt`,
      failed: 'Das Entfernen ist fehlgeschlagen. Bitte versuche es noch einmal.',
    },
  )
}
