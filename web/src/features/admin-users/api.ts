import { changeUser, listUsers, removeUser, USERS_PAGE, type ManagedUser } from '@tonarchiv/contract/admin'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

const USERS = ['managed-users']

interface UserPage {
  users: ManagedUser[]
  total: number
}

/** Accounts whose names or email address contain the text, in pages. */
export function usersQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...USERS, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listUsers,
        { query: { limit: USERS_PAGE, offset: pageParam, ...(search !== '' && { search }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ users, total }: UserPage, _pages, offset: number) =>
      offset + users.length < total && users.length > 0 ? offset + users.length : undefined,
    placeholderData: keepPreviousData,
    // Always stale: new accounts are created at any time, and admins are not notified of that.
    staleTime: 0,
  })
}

type Change = { user: ManagedUser; change: { isAdmin?: boolean; keyVerified?: false } }

/** Changes the rights of an account. The change is optimistic, and is rolled back when the server rejects it. */
export function useChangeUser() {
  const cache = useQueryClient()
  const show = (shown: ManagedUser) =>
    cache.setQueriesData<InfiniteData<UserPage>>(
      { queryKey: USERS },
      (known) =>
        known && {
          ...known,
          pages: known.pages.map(({ users, total }) => ({
            users: users.map((user) => (user.id === shown.id ? shown : user)),
            total,
          })),
        },
    )
  return useMutation({
    mutationFn: ({ user, change }: Change) => call(changeUser, { params: { id: user.id }, body: change }),
    onMutate: ({ user, change }) => show({ ...user, ...change }),
    onSuccess: ({ user }) => {
      show(user)
      showToast('Status aktualisiert', { duration: ADMIN_TOAST })
    },
    onError: (failure, { user }) => {
      show(user)
      showError(failure, 'Failed to update admin status')
      void cache.invalidateQueries({ queryKey: USERS })
    },
  })
}

export function useRemoveUser() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ManagedUser) => call(removeUser, { params: { id } }),
    onSuccess: () => showToast('Benutzer gelöscht', { duration: ADMIN_TOAST }),
    onError: (failure) => showError(failure, 'Failed to delete user'),
    onSettled: () => cache.invalidateQueries({ queryKey: USERS }),
  })
}

/** Shows a toast: the server's text for status 409, otherwise `fallback`. */
function showError(failure: unknown, fallback: string): void {
  const hasReason = failure instanceof ApiError && failure.status === 409
  showToast(hasReason ? textOf(failure, fallback) : fallback, { kind: 'error', duration: ADMIN_TOAST })
}
