import {
  acceptRequest,
  alreadyFriends,
  alreadyRequested,
  friendNotFound,
  PEOPLE_SEARCH_MAX_LENGTH,
  PEOPLE_SEARCH_MIN_LENGTH,
  rejectRequest,
  removeFriend,
  requestFriend,
  requestNotFound,
  searchPeople,
  withdrawRequest,
} from '@tonarchiv/contract/friends'
import { lengthOf } from '@tonarchiv/contract/text'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { showToast } from '#ui/dom/toast.ts'
import { friendsQuery } from './queries.ts'
import {
  standing,
  withFriend,
  withoutFriend,
  withoutRequest,
  withSent,
  type FriendLists,
} from './friend-lists.ts'

/** Milliseconds for which the results of a search are fresh. */
const SEARCH_FRESH = 10_000

/** Searches other members by a part of their name, which must have at least three characters. */
export function usePeopleSearch(given: string) {
  const q = given.trim().slice(0, PEOPLE_SEARCH_MAX_LENGTH)
  const isLongEnough = lengthOf(q) >= PEOPLE_SEARCH_MIN_LENGTH
  const query = useQuery({
    queryKey: ['people', 'search', q.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { users } = await call(searchPeople, { query: { q } }, { signal })
      return users
    },
    enabled: isLongEnough,
    staleTime: SEARCH_FRESH,
    placeholderData: keepPreviousData,
  })
  return { ...query, found: isLongEnough ? query.data : undefined, isLongEnough }
}

/** How a member is related to the signed-in member, as far as the lists of friends and requests are loaded. */
export function useRelation(userId: string) {
  const { data } = useQuery(friendsQuery)
  return standing({ id: userId, relation: 'none', requestId: null }, data)
}

/**
 * Errors that show that the lists are outdated, for example because the friend request was answered in another tab. The
 * lists are then read again.
 */
const OVERTAKEN = [requestNotFound, friendNotFound, alreadyFriends, alreadyRequested]

/** A mutation that changes friends or requests. The change is shown when the server has confirmed it. */
function useChange<V, A>(
  change: (variables: V) => Promise<A>,
  show: (lists: FriendLists, answer: A, variables: V) => FriendLists,
  message: (answer: A) => string,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(answer, variables) {
      cache.setQueryData(friendsQuery.queryKey, (lists) => lists && show(lists, answer, variables))
      showToast(message(answer))
    },
    onError(failure) {
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
      if (failure instanceof ApiError && OVERTAKEN.some((refusal) => failure.is(refusal))) {
        void cache.invalidateQueries({ queryKey: friendsQuery.queryKey })
      }
    },
  })
}

export function useRequestFriend() {
  return useChange(
    (friendId: string) => call(requestFriend, { body: { friendId } }),
    (lists, { friend, request }) =>
      friend ? withFriend(lists, friend) : request ? withSent(lists, request) : lists,
    ({ friend }) => (friend ? 'Ihr seid jetzt befreundet' : 'Anfrage gesendet'),
  )
}

export function useAcceptRequest() {
  return useChange(
    (id: string) => call(acceptRequest, { params: { id } }),
    (lists, { friend }) => withFriend(lists, friend),
    () => 'Ihr seid jetzt befreundet',
  )
}

export function useRejectRequest() {
  return useChange(
    (id: string) => call(rejectRequest, { params: { id } }),
    (lists, _answer, id) => withoutRequest(lists, id),
    () => 'Anfrage abgelehnt',
  )
}

export function useWithdrawRequest() {
  return useChange(
    (id: string) => call(withdrawRequest, { params: { id } }),
    (lists, _answer, id) => withoutRequest(lists, id),
    () => 'Anfrage zurückgezogen',
  )
}

export function useRemoveFriend() {
  return useChange(
    (id: string) => call(removeFriend, { params: { id } }),
    (lists, _answer, id) => withoutFriend(lists, id),
    () => 'Freund entfernt',
  )
}

/**
 * Reads friends and requests again whenever the server reports a change.
 * @returns a function that stops that
 */
export function startFriendUpdates(cache: QueryClient): () => void {
  const readAgain = () => {
    void cache.invalidateQueries({ queryKey: friendsQuery.queryKey })
    void cache.invalidateQueries({ queryKey: ['people', 'search'] })
  }
  void cache.prefetchQuery(friendsQuery)
  let wasConnected = false
  const stops = [
    socket.on('friendsChanged', readAgain),
    socket.on('profileChanged', readAgain),
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      // Changes that were made while there was no connection were not reported, so the lists are read again.
      if (wasConnected) readAgain()
      wasConnected = true
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
