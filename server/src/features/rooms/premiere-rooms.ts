import { ROOM_ENTRIES_MAX } from '@tonarchiv/contract/rooms'
import type { Database } from '#database/open.ts'
import { closeConversation, removeRoomConversation } from '#features/chat/index.ts'
import type { Services } from '#services.ts'
import { entriesOfAlbum } from './added-entries.ts'
import type { ChangeRoom } from './entrance.ts'
import { hasBegun, isPremiere, waitingRoom } from './premiere-acts.ts'
import { advanced } from './queue.ts'
import type { Room } from './room.ts'
import * as store from './store.ts'

/** The rooms of premieres. Each has the id of its album. All functions may be called again, by any process. */
export interface PremiereRooms {
  /** The room as it is now; undefined when there is none. */
  find: (albumId: string) => Promise<Room | undefined>
  /** The number of members who are in the room or were in it. */
  countVisitors: (albumId: string) => Promise<number>
  /** Opens the waiting room, also again after the premiere was called off. */
  announce: (albumId: string) => Promise<void>
  /** Call it when the premiere has begun: all members in the room hear the album from then on. */
  begin: (albumId: string) => Promise<void>
  /** Ends the waiting room; no member may read its conversation any more. */
  callOff: (albumId: string) => Promise<void>
}

interface Needs {
  now: () => number
  change: ChangeRoom
  /** Called when there may be an open room. */
  wake: () => void
}

export function openPremiereRooms(db: Database, { now, change, wake }: Needs): PremiereRooms {
  const find = async (albumId: string) => {
    const room = await store.findRoom(db, albumId)
    return room !== undefined && isPremiere(room) ? advanced(room, now()) : undefined
  }

  return {
    find,
    countVisitors: async (albumId) => store.countVisitors(db, albumId),
    announce: async (albumId) => {
      await db.transaction().execute(async (trx) => {
        await store.lockRooms(trx, db.kind)
        if ((await store.findRoom(trx, albumId)) === undefined)
          await store.insertRoom(trx, waitingRoom(albumId, now()), now())
      })
      await change(albumId, { type: 'announce' })
      wake()
    },
    begin: async (albumId) => {
      if ((await find(albumId)) === undefined) return
      await change(albumId, { type: 'begin', entries: await entriesOfAlbum(db, albumId, ROOM_ENTRIES_MAX) })
    },
    callOff: async (albumId) => {
      if ((await find(albumId)) === undefined) return
      const { room } = await change(albumId, { type: 'callOff' })
      if (!hasBegun(room)) await closeConversation(db, albumId)
    },
  }
}

/** Removes the rooms of premieres whose album was deleted, with their conversations. */
export async function deletePremiereRooms(services: Pick<Services, 'db' | 'storage'>): Promise<void> {
  for (const id of await store.premiereRoomsWithoutAlbum(services.db)) {
    await removeRoomConversation(services, id)
    await store.deleteRoom(services.db, id)
  }
}
