import * as z from 'zod/mini'
import { compareNames, Person, shownName, userNotFound } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'

/**
 * Minimum number of characters of a search for members, and maximum number of members that it returns. See
 * docs/product.md §14.2.
 */
export const PEOPLE_SEARCH_MIN_LENGTH = 3
export const PEOPLE_SEARCH_MAX_LENGTH = 100
export const PEOPLE_FOUND_MAX = 20
/** Maximum number of friends, and of pending requests, of one account. */
export const FRIENDS_MAX = 1000
export const OPEN_REQUESTS_MAX = 200

/** A friend in the list of friends. See docs/product.md §14.1. */
export const Friend = z.extend(Person, {
  isOnline: z.boolean(),
  /** The status text, as in the list of online members. */
  customStatus: z.string(),
})
export type Friend = z.infer<typeof Friend>

/** Compares two friends by the names that are shown. */
export function compareFriends(one: Person, other: Person): number {
  return compareNames(shownName(one), shownName(other))
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
/** Days after which a rejected request may be repeated, and how often. See docs/product.md §14.1. */
export const REQUEST_PAUSE_DAYS = 7
export const REQUEST_REPEATS_MAX = 3
/** Maximum number of members that one account may block. */
export const BLOCKS_MAX = 500

export const requestPaused = refusal(
  409,
  'REQUEST_PAUSED',
  `Deine Anfrage wurde abgelehnt. Nach ${REQUEST_PAUSE_DAYS} Tagen kannst du es wieder versuchen.`,
)
export const requestsExhausted = refusal(
  409,
  'REQUESTS_EXHAUSTED',
  'Du kannst dieser Person keine Anfrage mehr senden.',
)
export const selfBlock = refusal(400, 'BLOCK_SELF', 'Du kannst dich nicht selbst blockieren')
export const tooManyBlocks = refusal(409, 'TOO_MANY_BLOCKS', 'Mehr Personen kannst du nicht blockieren')
export const blockNotFound = refusal(404, 'BLOCK_NOT_FOUND', 'Diese Person ist nicht blockiert')
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
    /** The pending request; missing when the call made both accounts friends. */
    request: z.optional(FriendRequest),
    /** The new friend, when the other account had already sent a request to the caller. */
    friend: z.optional(Friend),
  }),
  refusals: [
    selfRequest,
    userNotFound,
    alreadyFriends,
    alreadyRequested,
    requestPaused,
    requestsExhausted,
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

export const listBlocks = route({
  method: 'GET',
  path: '/api/friends/blocks',
  access: 'verified',
  summary: 'Members that the caller has blocked, the last one first.',
  answer: z.object({ blocked: z.array(Person) }),
})

export const blockMember = route({
  method: 'PUT',
  path: '/api/friends/blocks/:id',
  access: 'verified',
  summary: 'Ends friendship, requests and conversation with a member, and hides both from each other.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [selfBlock, userNotFound, tooManyBlocks],
})

export const unblockMember = route({
  method: 'DELETE',
  path: '/api/friends/blocks/:id',
  access: 'verified',
  summary: 'Takes a block of the caller back; friendship and requests stay ended.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [blockNotFound],
})

/** How a member is related to the caller. */
export const Relation = z.enum(['none', 'friend', 'sent', 'received'])
export type Relation = z.infer<typeof Relation>

export const FoundPerson = z.extend(Person, {
  isOnline: z.boolean(),
  relation: Relation,
  /** The id of the friend request if the relation is `sent` or `received`; otherwise null. */
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

/** Sent over the socket: the recipient's friends or requests have changed; the client reads them again. */
export const FriendsChanged = z.object({ type: z.literal('friendsChanged') })
