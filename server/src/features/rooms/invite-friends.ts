import { friendNotFound } from '@tonarchiv/contract/friends'
import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { notInRoom, roomEnded } from '@tonarchiv/contract/rooms'
import type { Executor } from '#database/prepared.ts'
import { areFriends } from '#features/friends/index.ts'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import type { Rooms } from './rooms.ts'
import { findRoom } from './store.ts'

/** Maximum number of invitations that a member sends in an hour. */
const INVITATIONS_PER_HOUR = 60

/** Invitations of friends: the notice that the friend gets follows from the event. */
export function registerInvitations(bind: Bind, services: Services, rooms: Pick<Rooms, 'find'>): void {
  bind(inviteToRoom, async ({ caller, params: { id: roomId }, body: { userId } }) => {
    const limit = { name: 'room-invitation', maxAttempts: INVITATIONS_PER_HOUR, windowSeconds: 3600 }
    await consume(services, [{ ...limit, by: caller.id }])
    const room = await rooms.find(roomId)
    if (!room.people.some((person) => person.userId === caller.id)) throw new Refused(notInRoom)
    if (room.endedAt !== null) throw new Refused(roomEnded)
    if (!(await areFriends(services.db, caller.id, userId))) throw new Refused(friendNotFound)
    services.events.emit('roomInvited', { roomId, userId: caller.id, invitedIds: [userId] })
    return { success: true }
  })
}

/** A room as the notice of an invitation shows it. */
export interface InvitedRoom {
  id: string
  name: string
  peopleCount: number
  isJoined: boolean
  /** The code that lets the invited member join; null for a room that is open to all. */
  inviteCode: string | null
}

/** The rooms with these ids that have not ended, by id. */
export async function invitedRooms(
  db: Executor,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvitedRoom>> {
  const found = await Promise.all(ids.map(async (id) => findRoom(db, id)))
  return new Map(
    found.flatMap((room) => {
      if (room === undefined || room.endedAt !== null) return []
      const { id, name, people, inviteCode } = room
      const isJoined = people.some((person) => person.userId === userId)
      return [[id, { id, name, peopleCount: people.length, isJoined, inviteCode }]]
    }),
  )
}
