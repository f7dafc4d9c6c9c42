import {
  ENDED_ROOMS_MAX,
  ROOM_READABLE_DAYS,
  roomNotFound,
  ROOMS_MAX,
  tooManyRooms,
} from '@tonarchiv/contract/rooms'
import { isUniqueViolation } from '#database/faults.ts'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import { advanced } from './queue.ts'
import type { Act, Change, Happened, Room } from './room.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/**
 * Changes a room. Other changes of the same room wait, in all processes.
 * @throws Refused `roomNotFound`, and what `changeRoom` throws
 */
export type ChangeRoom = (roomId: string, act: Act) => Promise<Change>

export function takeSeats(db: Database, change: ChangeRoom) {
  async function leave(roomId: string, userId: string): Promise<void> {
    await change(roomId, { type: 'leave', userId })
  }

  async function leaveOthers(userId: string, roomId: string): Promise<void> {
    const before = await store.roomIdOf(db, userId)
    if (before !== undefined && before !== roomId) await leave(before, userId)
  }

  return {
    leave,
    /**
     * Leaves the member's other room and runs `work`, which takes a seat in this one. If another call takes a seat at
     * the same time, that room is left as well and `work` is repeated.
     */
    async withoutOtherRoom<T>(userId: string, roomId: string, work: () => Promise<T>): Promise<T> {
      await leaveOthers(userId, roomId)
      try {
        return await work()
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        await leaveOthers(userId, roomId)
        return work()
      }
    },
  }
}

/** Functions that read rooms. Entries that have ended since the last stored change are left out. */
export function openLists(db: Database, now: () => number) {
  return {
    /** @throws Refused `roomNotFound` */
    async find(id: string): Promise<Room> {
      const room = await store.findRoom(db, id)
      if (room === undefined) throw new Refused(roomNotFound)
      return room.endedAt === null ? advanced(room, now()) : room
    },

    async list(userId: string) {
      const at = now()
      const open = await store.openRooms(db, ROOMS_MAX)
      const since = at - ROOM_READABLE_DAYS * DAY_MS
      const ended = await store.endedRoomsOf(db, userId, { since, limit: ENDED_ROOMS_MAX })
      return { open: open.map((room) => advanced(room, at)), ended }
    },
  }
}

interface EntranceNeeds {
  now: () => number
  seats: ReturnType<typeof takeSeats>
  change: ChangeRoom
  announce: (room: Room, happened: readonly Happened[]) => Promise<void>
}

/** The event about the videos with which a room was opened. */
function videosOf({ kind, hostId, entries }: Room): Happened[] {
  const [first] = entries
  if (kind !== 'video' || hostId === null || first === undefined) return []
  return [{ name: 'added', by: hostId, entryId: first.id, count: entries.length }]
}

/** Joining and opening rooms. */
export function openEntrance(db: Database, { now, seats, change, announce }: EntranceNeeds) {
  return {
    async join(roomId: string, userId: string): Promise<Room> {
      const { room } = await seats.withoutOtherRoom(userId, roomId, async () =>
        change(roomId, { type: 'join', userId }),
      )
      return room
    },

    /** @throws Refused `tooManyRooms` */
    async add(room: Room): Promise<void> {
      const userId = room.hostId ?? ''
      await seats.withoutOtherRoom(userId, room.id, async () =>
        db.transaction().execute(async (trx) => {
          await store.lockRooms(trx, db.kind)
          if ((await store.countOpenRooms(trx)) >= ROOMS_MAX) throw new Refused(tooManyRooms)
          await store.insertRoom(trx, room, now())
        }),
      )
      await announce(room, [{ name: 'joined', by: userId }, ...videosOf(room)])
    },
  }
}
