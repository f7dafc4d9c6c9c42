import { listConversations } from '@tonarchiv/contract/conversations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/call.ts'

export const KEY = ['conversations'] as const
/** Whether conversations of listening rooms are muted; what happens in the list does not change that. */
export const MUTES_KEY = ['conversation-mutes'] as const
/** Milliseconds for which answers are fresh. The realtime connection reports changes. */
export const FRESH = 5 * 60_000

export const listQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: async ({ signal }) => (await call(listConversations, {}, { signal })).conversations,
  staleTime: FRESH,
})
