import {
  closePremiereNotice,
  forgetPremiere,
  getPremiereEvening,
  listPremieres,
  remindOfPremiere,
  type PremiereNotice,
} from '@tonarchiv/contract/premieres'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'
import { serverTimeOf } from '../time/server-time.ts'

/** The first element of the query keys of premieres. A message over the socket reports when premieres have changed. */
export const PREMIERES = 'premieres'
/** Milliseconds after which a displayed premiere is read again; no message reports how many members are in it. */
const READ_AGAIN = 30_000

const premieresQuery = queryOptions({
  queryKey: [PREMIERES, 'list'],
  queryFn: async ({ signal }) => {
    const calledAt = performance.now()
    const answer = await call(listPremieres, {}, { signal })
    return { ...answer, time: serverTimeOf(answer.now, calledAt, performance.now()) }
  },
  staleTime: READ_AGAIN,
})

/** The future premieres, those that play now, and notices about premieres for this member. */
export function usePremieres() {
  return useQuery(premieresQuery)
}

/** Whether the first answer about premieres is awaited. False without a connection, and after a call has failed. */
export function useArePremieresAwaited(isWanted: boolean): boolean {
  const { isLoading, failureCount } = useQuery({ ...premieresQuery, enabled: isWanted })
  return isLoading && failureCount === 0
}

/** The premiere of an album, as its page and its room show it; null for an album without a premiere. */
export function useEvening(albumId: string) {
  return useQuery({
    queryKey: [PREMIERES, 'evening', albumId],
    queryFn: async ({ signal }) => {
      const calledAt = performance.now()
      const answer = await call(getPremiereEvening, { params: { albumId } }, { signal })
      return { ...answer, time: serverTimeOf(answer.now, calledAt, performance.now()) }
    },
    staleTime: READ_AGAIN,
  })
}

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: [PREMIERES] })

/** Subscribes this member to messages about a premiere, or unsubscribes. */
export function useReminder(albumId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (isWanted: boolean) =>
      call(isWanted ? remindOfPremiere : forgetPremiere, { params: { albumId } }),
    onSettled: () => refresh(cache),
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

/** Closes a notice about a premiere. It disappears immediately, and reappears if the call fails. */
export function useCloseNotice() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ albumId }: PremiereNotice) => call(closePremiereNotice, { params: { albumId } }),
    onMutate: async ({ albumId }) => {
      await cache.cancelQueries({ queryKey: premieresQuery.queryKey })
      cache.setQueryData(
        premieresQuery.queryKey,
        (before) =>
          before && { ...before, notices: before.notices.filter((notice) => notice.albumId !== albumId) },
      )
    },
    onSettled: () => refresh(cache),
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}
