import * as z from 'zod/mini'
import { compareNames, Person, shownName, userNotFound } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'

/** Characters from which a search for people begins, and most people it finds. See docs/product.md §14.2. */
export const PEOPLE_SEARCH_MIN_LENGTH = 3
export const PEOPLE_SEARCH_MAX_LENGTH = 100
export const PEOPLE_FOUND_MAX = 20
/** Most friends of one account, and most requests of one account that wait for an answer. */
export const FRIENDS_MAX = 1000
export const OPEN_REQUESTS_MAX = 200

/** See docs/product.md §14.1. */
export const Friend = z.extend(Person, {
  isOnline: z.boolean(),
  /** As in the list of people. */
  customStatus: z.string(),
})
export type Friend = z.infer<typeof Friend>

/** The name under which the list of friends shows somebody. */
export function friendName(friend: Person): string {
  return friend.username || shownName(friend)
}

/** Order of two friends in the list: by the name that is shown. */
export function compareFriends(one: Person, other: Person): number {
  return compareNames(friendName(one), friendName(other))
}

export const FriendRequest = z.object({ id: Id, fromUser: Person, toUser: Person, createdAt: IsoTimestamp })
export type FriendRequest = z.infer<typeof FriendRequest>

export const selfRequest = refusal(400, 'FRIEND_SELF', 'Du kannst dir nicht selbst eine Anfrage senden')
export const alreadyFriends = refusal(409, 'ALREADY_FRIENDS', 'Ihr seid bereits befreundet')
export const alreadyRequested = refusal(
  409,
  'ALREADY_REQUESTED',
  'Du hast dieser Person bereits eine Anfrage gesendet',
)
export const tooManyOpenRequests = refusal(
  409,
  'TOO_MANY_OPEN_REQUESTS',
  'Du hast zu viele offene Anfragen. Ziehe erst eine zurück.',
)
export const tooManyFriends = refusal(409, 'TOO_MANY_FRIENDS', 'Mehr Freunde sind nicht möglich')
export const requestNotFound = refusal(404, 'FRIEND_REQUEST_NOT_FOUND', 'Anfrage nicht gefunden')
export const friendNotFound = refusal(404, 'FRIEND_NOT_FOUND', 'Freund nicht gefunden')

export const listFriends = route({
  method: 'GET',
  path: '/api/friends',
  access: 'verified',
  summary: 'Friends by name, requests to the caller and requests of the caller, newest first.',
  answer: z.object({
    friends: z.array(Friend),
    friendRequests: z.array(FriendRequest),
    sentRequests: z.array(FriendRequest),
  }),
})

export const requestFriend = route({
  method: 'POST',
  path: '/api/friends/request',
  access: 'verified',
  summary: 'Asks somebody to be friends; if they have asked before, both are friends at once.',
  body: z.object({ friendId: Id }),
  answer: z.object({
    success: z.boolean(),
    /** The request that waits now; missing when both are friends at once. */
    request: z.optional(FriendRequest),
    /** The new friend, when the request met one of theirs. */
    friend: z.optional(Friend),
  }),
  refusals: [
    selfRequest,
    userNotFound,
    alreadyFriends,
    alreadyRequested,
    tooManyOpenRequests,
    tooManyFriends,
  ],
})

const oneRequest = z.object({ id: Id })

export const acceptRequest = route({
  method: 'PUT',
  path: '/api/friends/request/:id/accept',
  access: 'verified',
  summary: 'Accepts a request that the caller was sent.',
  params: oneRequest,
  answer: z.object({ success: z.boolean(), friend: Friend }),
  refusals: [requestNotFound, tooManyFriends],
})

export const rejectRequest = route({
  method: 'PUT',
  path: '/api/friends/request/:id/reject',
  access: 'verified',
  summary: 'Declines a request that the caller was sent.',
  params: oneRequest,
  answer: z.object({ success: z.boolean() }),
  refusals: [requestNotFound],
})

export const withdrawRequest = route({
  method: 'DELETE',
  path: '/api/friends/request/:id',
  access: 'verified',
  summary: 'Takes a request of the caller back.',
  params: oneRequest,
  answer: z.object({ success: z.boolean() }),
  refusals: [requestNotFound],
})

export const removeFriend = route({
  method: 'DELETE',
  path: '/api/friends/:id',
  access: 'verified',
  summary: 'Ends a friendship for both; the id is the friend’s.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [friendNotFound],
})

/** How somebody stands to the one who searches. */
export const Relation = z.enum(['none', 'friend', 'sent', 'received'])
export type Relation = z.infer<typeof Relation>

export const FoundPerson = z.extend(Person, {
  isOnline: z.boolean(),
  relation: Relation,
  /** With `sent` and `received`: the request's id. */
  requestId: z.nullable(Id),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const searchPeople = route({
  method: 'GET',
  path: '/api/users/search',
  access: 'verified',
  limit: 'search',
  summary: 'Other members by a piece of their username or name, those whose name begins with it first.',
  query: z.object({
    q: plainText({
      min: PEOPLE_SEARCH_MIN_LENGTH,
      max: PEOPLE_SEARCH_MAX_LENGTH,
      tooShort: `Bitte gib mindestens ${PEOPLE_SEARCH_MIN_LENGTH} Zeichen ein`,
    }),
  }),
  answer: z.object({ users: z.array(FoundPerson) }),
})

/** Over the socket: friends or requests of the receiver have changed; read them anew. */
export const FriendsChanged = z.object({ type: z.literal('friendsChanged') })
