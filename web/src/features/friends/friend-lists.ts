import {
  compareFriends,
  type FoundPerson,
  type Friend,
  type FriendRequest,
  type listFriends,
  type Relation,
} from '@tonarchiv/contract/friends'
import type { ResponseOf } from '@tonarchiv/contract/route'

/** The friends, and the received and sent requests, as the server sends them. */
export type FriendLists = ResponseOf<typeof listFriends>

/** The lists after a friend was added, sorted by name. Requests from and to this member are removed. */
export function withFriend(
  { friends, friendRequests, sentRequests }: FriendLists,
  friend: Friend,
): FriendLists {
  return {
    friends: [...friends.filter(({ id }) => id !== friend.id), friend].sort(compareFriends),
    friendRequests: friendRequests.filter(({ fromUser }) => fromUser.id !== friend.id),
    sentRequests: sentRequests.filter(({ toUser }) => toUser.id !== friend.id),
  }
}

/** The lists after a request was sent, which becomes the first of the sent requests. */
export function withSent(lists: FriendLists, request: FriendRequest): FriendLists {
  const others = lists.sentRequests.filter(({ id }) => id !== request.id)
  return { ...lists, sentRequests: [request, ...others] }
}

/** The lists without this request, which may be a received or a sent one. */
export function withoutRequest(lists: FriendLists, requestId: string): FriendLists {
  const others = ({ id }: FriendRequest) => id !== requestId
  return {
    ...lists,
    friendRequests: lists.friendRequests.filter(others),
    sentRequests: lists.sentRequests.filter(others),
  }
}

export function withoutFriend(lists: FriendLists, friendId: string): FriendLists {
  return { ...lists, friends: lists.friends.filter(({ id }) => id !== friendId) }
}

/**
 * How a found member is related to this account. The lists are newer than the search result, so they take precedence.
 */
export function standing(
  { id, relation, requestId }: Pick<FoundPerson, 'id' | 'relation' | 'requestId'>,
  lists: FriendLists | undefined,
): { relation: Relation; requestId: string | null } {
  if (!lists) return { relation, requestId }
  if (lists.friends.some((friend) => friend.id === id)) return { relation: 'friend', requestId: null }
  const received = lists.friendRequests.find(({ fromUser }) => fromUser.id === id)
  if (received) return { relation: 'received', requestId: received.id }
  const sent = lists.sentRequests.find(({ toUser }) => toUser.id === id)
  return sent ? { relation: 'sent', requestId: sent.id } : { relation: 'none', requestId: null }
}

/**
 * The text below a friend's name: the friend's own status text, otherwise whether the friend is online. See
 * docs/product.md §14.3.
 */
export function friendStatus({ customStatus, isOnline }: Pick<Friend, 'customStatus' | 'isOnline'>): string {
  return customStatus || (isOnline ? 'Online' : 'Offline')
}
