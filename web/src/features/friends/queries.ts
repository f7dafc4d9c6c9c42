import { listFriends } from '@tonarchiv/contract/friends'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Milliseconds for which the lists are fresh; the realtime connection reports changes. */
const FRIENDS_FRESH = 5 * 60_000
export const friendsQuery = queryOptions({
  queryKey: ['friends'],
  queryFn: ({ signal }) => call(listFriends, {}, { signal }),
  staleTime: FRIENDS_FRESH,
})

export function useFriends() {
  return useQuery(friendsQuery)
}

/** Number of received friend requests that were not answered yet. */
export function useRequestCount(): number {
  return useQuery({ ...friendsQuery, select: ({ friendRequests }) => friendRequests.length }).data ?? 0
}
