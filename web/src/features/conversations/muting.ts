import { getConversationMute, muteConversation } from '@tonarchiv/contract/conversations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'
import { FRESH, KEY, listQuery, MUTES_KEY } from './queries.ts'

/** Mutes a conversation or unmutes it. */
export function useMuteConversation(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isMuted: boolean) => call(muteConversation, { params: { id }, body: { isMuted } }),
    onSuccess(_answer, isMuted) {
      cache.setQueryData(listQuery.queryKey, (before) =>
        before?.map((each) => (each.id === id ? { ...each, isMuted } : each)),
      )
      cache.setQueryData([...MUTES_KEY, id], isMuted)
      showToast(isMuted ? 'Gespräch stummgeschaltet' : 'Gespräch nicht mehr stumm')
      // A conversation without messages is not in the list, so all queries of conversations are read again.
      return cache.invalidateQueries({ queryKey: KEY })
    },
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

/** Whether a conversation that is in no list is muted; undefined until this was read. A change is optimistic. */
export function useMute(id: string): { isMuted: boolean | undefined; change: (isMuted: boolean) => void } {
  const { data } = useQuery({
    queryKey: [...MUTES_KEY, id],
    queryFn: async ({ signal }) => (await call(getConversationMute, { params: { id } }, { signal })).isMuted,
    staleTime: FRESH,
  })
  const { isPending, variables, mutate } = useMuteConversation(id)
  return { isMuted: isPending ? variables : data, change: mutate }
}
