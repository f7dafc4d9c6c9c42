import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Executor } from '#database/prepared.ts'
import type { Room } from './room.ts'
import * as store from './store.ts'

/** Random bytes of a code. */
const CODE_BYTES = 16

export function newInviteCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url')
}

/** Whether this code is that of the room's invitations. */
function isCodeOf({ inviteCode }: Room, code: string): boolean {
  const [one, other] = [Buffer.from(inviteCode ?? ''), Buffer.from(code)]
  return inviteCode !== null && one.length === other.length && timingSafeEqual(one, other)
}

/** Those of the rooms that are open to all, or in which the account is or was. */
export async function knownRooms(db: Executor, rooms: readonly Room[], userId: string): Promise<Room[]> {
  const closed = rooms.filter(({ inviteCode }) => inviteCode !== null).map(({ id }) => id)
  const known = closed.length === 0 ? new Set<string>() : await store.roomsOfSeats(db, closed, userId)
  return rooms.filter(({ id, inviteCode }) => inviteCode === null || known.has(id))
}

/** Whether an account may join the room, with the code of an invitation or without. */
export async function mayJoin(db: Executor, room: Room, userId: string, code?: string): Promise<boolean> {
  if (code !== undefined && isCodeOf(room, code)) return true
  return (await knownRooms(db, [room], userId)).length > 0
}
