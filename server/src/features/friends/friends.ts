import * as contract from '@tonarchiv/contract/friends'
import { userNotFound } from '@tonarchiv/contract/presence'
import type { Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Caller } from '#access/caller.ts'
import { areBlocked } from '#features/blocks/index.ts'
import { deletedPerson, personIn, type Presence, type Profile, seesTracks } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Sockets } from '#realtime/sockets.ts'
import * as store from './store.ts'

/** The services that the rules of friendship use. */
export interface FriendsServices extends Pick<Services, 'db' | 'now' | 'events'> {
  presence: Presence
  sockets: Sockets
}

type Members = ReadonlyMap<string, Profile>
const DAY_MS = 24 * 60 * 60 * 1000

/** The friends of a member, sorted by name, and the member's requests, newest first. */
export async function listFriends({ db, presence }: FriendsServices, caller: Caller) {
  const userId = caller.id
  const members = await presence.members()
  const friends = (await store.friendIdsOf(db, userId)).flatMap((id) => {
    const profile = members.get(id)
    return profile === undefined ? [] : [toFriend(presence, profile, caller)]
  })
  const requests = (await store.requestsOf(db, userId)).filter(
    ({ fromId, toId }) => members.has(fromId) && members.has(toId),
  )
  const wire = (row: store.RequestRow) => toRequest(members, row)
  return {
    friends: friends.sort(contract.compareFriends),
    friendRequests: requests.filter(({ toId }) => toId === userId).map(wire),
    sentRequests: requests.filter(({ fromId }) => fromId === userId).map(wire),
  }
}

/**
 * Sends a friend request; if the other member has already sent one, both become friends.
 * @throws Refused `selfRequest`, `userNotFound`, `alreadyFriends`, `alreadyRequested`, `requestPaused`,
 * `requestsExhausted`, `tooManyOpenRequests`, `tooManyFriends`
 */
export async function requestFriend(needs: FriendsServices, caller: Caller, friendId: string) {
  const { db, now, presence, events } = needs
  const userId = caller.id
  if (friendId === userId) throw new Refused(contract.selfRequest)
  const outcome = await db.transaction().execute(async (trx) => {
    if (!(await store.lockPeople(trx, db.kind, userId, friendId))) throw new Refused(userNotFound)
    // Read in the transaction: a block may have been stored while it waited for the lock.
    if (await areBlocked(trx, userId, friendId)) throw new Refused(userNotFound)
    if (await store.areFriends(trx, userId, friendId)) throw new Refused(contract.alreadyFriends)
    const between = await store.requestBetween(trx, userId, friendId)
    if (between?.fromId === userId) throw new Refused(contract.alreadyRequested)
    if (between !== undefined) {
      await store.consumeRequest(trx, between.id, { toId: userId })
      await becomeFriends(trx, userId, friendId, now())
      return { kind: 'friends' } as const
    }
    await checkRejections(trx, { fromId: userId, toId: friendId, at: now() })
    if ((await store.countRequestsFrom(trx, userId)) >= contract.OPEN_REQUESTS_MAX)
      throw new Refused(contract.tooManyOpenRequests)
    const row = { id: newId(), fromId: userId, toId: friendId, createdAt: now().toISOString() }
    return { kind: 'request', row: await store.insertRequest(trx, row) } as const
  })
  notify(needs, userId, friendId)
  if (outcome.kind === 'friends')
    events.emit('friendsMade', { acceptedById: userId, requestedById: friendId })
  else events.emit('friendRequested', { requestId: outcome.row.id, fromId: userId, toId: friendId })
  const members = await presence.members()
  return outcome.kind === 'request'
    ? { success: true, request: toRequest(members, outcome.row) }
    : { success: true, friend: friendIn(presence, members, { caller, friendId }) }
}

/**
 * Accepts a friend request.
 * @throws Refused `requestNotFound`, `tooManyFriends`
 */
export async function acceptRequest(needs: FriendsServices, caller: Caller, id: string) {
  const { db, now, presence, events } = needs
  const userId = caller.id
  const friendId = await db.transaction().execute(async (trx) => {
    const request = await store.findRequestTo(trx, userId, id)
    if (request === undefined || !(await store.lockPeople(trx, db.kind, userId, request.fromId)))
      throw new Refused(contract.requestNotFound)
    // While this transaction waited for the lock, the other member may have withdrawn the request, or this member may
    // have accepted it by sending a request too.
    if ((await store.consumeRequest(trx, id, { toId: userId })) === undefined)
      throw new Refused(contract.requestNotFound)
    await becomeFriends(trx, userId, request.fromId, now())
    return request.fromId
  })
  notify(needs, userId, friendId)
  events.emit('friendsMade', { acceptedById: userId, requestedById: friendId })
  return { success: true, friend: friendIn(presence, await presence.members(), { caller, friendId }) }
}

/**
 * Rejects a received request. Its sender may repeat it after a pause, and not any number of times.
 * @throws Refused `requestNotFound`
 */
export async function rejectRequest(needs: FriendsServices, id: string, userId: string): Promise<void> {
  const { db, now } = needs
  const request = await db.transaction().execute(async (trx) => {
    const rejected = await store.consumeRequest(trx, id, { toId: userId })
    if (rejected !== undefined) await store.countRejection(trx, rejected, now().toISOString())
    return rejected
  })
  if (request === undefined) throw new Refused(contract.requestNotFound)
  notify(needs, request.fromId, request.toId)
}

/**
 * Withdraws a sent request.
 * @throws Refused `requestNotFound`
 */
export async function withdrawRequest(needs: FriendsServices, id: string, userId: string): Promise<void> {
  const request = await store.consumeRequest(needs.db, id, { fromId: userId })
  if (request === undefined) throw new Refused(contract.requestNotFound)
  notify(needs, request.fromId, request.toId)
}

/** @throws Refused `requestPaused`, `requestsExhausted` */
async function checkRejections(
  trx: Kysely<Schema>,
  { fromId, toId, at }: { fromId: string; toId: string; at: Date },
): Promise<void> {
  const rejection = await store.rejectionOf(trx, fromId, toId)
  if (rejection === undefined) return
  if (rejection.count > contract.REQUEST_REPEATS_MAX) throw new Refused(contract.requestsExhausted)
  const pausedUntil = Date.parse(rejection.rejectedAt) + contract.REQUEST_PAUSE_DAYS * DAY_MS
  if (at.getTime() < pausedUntil) throw new Refused(contract.requestPaused)
}

/** @throws Refused `friendNotFound` */
export async function removeFriend(needs: FriendsServices, userId: string, friendId: string): Promise<void> {
  if (!(await store.deleteFriendship(needs.db, userId, friendId))) throw new Refused(contract.friendNotFound)
  needs.events.emit('friendshipEnded', { userIds: [userId, friendId] })
  notify(needs, userId, friendId)
}

/**
 * Makes two members friends.
 * @throws Refused `tooManyFriends`
 */
async function becomeFriends(trx: Kysely<Schema>, one: string, other: string, at: Date): Promise<void> {
  for (const id of [one, other]) {
    if ((await store.countFriends(trx, id)) >= contract.FRIENDS_MAX)
      throw new Refused(contract.tooManyFriends)
  }
  await store.insertFriendship(trx, one, other, at.toISOString())
  await store.forgetRejections(trx, one, other)
}

function notify({ sockets }: FriendsServices, ...userIds: string[]): void {
  sockets.sendToUsers(userIds, { type: 'friendsChanged' })
}

function toFriend(presence: Presence, profile: Profile, caller: Caller): contract.Friend {
  const { isOnline, customStatus } = presence.viewOf(profile, seesTracks(caller))
  return { ...personIn(profile), isOnline, customStatus }
}

function friendIn(
  presence: Presence,
  members: Members,
  { caller, friendId: id }: { caller: Caller; friendId: string },
): contract.Friend {
  const profile = members.get(id)
  // The account was deleted after the commit.
  return profile === undefined
    ? { ...deletedPerson(id), isOnline: false, customStatus: '' }
    : toFriend(presence, profile, caller)
}

function toRequest(
  members: Members,
  { id, fromId, toId, createdAt }: store.RequestRow,
): contract.FriendRequest {
  const person = (userId: string) => {
    const profile = members.get(userId)
    return profile === undefined ? deletedPerson(userId) : personIn(profile)
  }
  return { id, fromUser: person(fromId), toUser: person(toId), createdAt }
}

/** The friends and requests of an account, for its export. */
export const friendsExport = {
  name: 'friends',
  read: async (db: Kysely<Schema>, userId: string) => ({
    friends: await db
      .selectFrom('friendships')
      .leftJoin('users', 'users.id', 'friendships.friendId')
      .select(['users.username', 'friendships.createdAt'])
      .where('friendships.userId', '=', userId)
      .orderBy('friendships.createdAt')
      .execute(),
    requests: await db
      .selectFrom('friendRequests')
      .leftJoin('users as from', 'from.id', 'friendRequests.fromId')
      .leftJoin('users as to', 'to.id', 'friendRequests.toId')
      .select(['from.username as fromUsername', 'to.username as toUsername', 'friendRequests.createdAt'])
      .where((eb) => eb.or([eb('fromId', '=', userId), eb('toId', '=', userId)]))
      .orderBy('friendRequests.createdAt')
      .execute(),
    rejectedRequests: await db
      .selectFrom('friendRejections')
      .leftJoin('users', 'users.id', 'friendRejections.toId')
      .select(['users.username as toUsername', 'friendRejections.count', 'friendRejections.rejectedAt'])
      .where('fromId', '=', userId)
      .orderBy('friendRejections.rejectedAt')
      .execute(),
  }),
}
