import { ROOM_ENTRIES_MAX } from '@tonarchiv/contract/rooms'
import type { Database } from '#database/open.ts'
import { closeConversation, removeRoomConversation } from '#features/chat/index.ts'
import type { Services } from '#services.ts'
import { entriesOfAlbum } from './added-entries.ts'
import type { ChangeRoom } from './entrance.ts'
import { hasBegun, waitingRoom } from './premiere-acts.ts'
import { advanced } from './queue.ts'
import type { Room } from './room.ts'
import * as store from './store.ts'

/** How far a premiere is. */
export interface PremiereProgress {
  /** `over`: the album was played to its end, or no member is left. */
  phase: 'waiting' | 'live' | 'over'
  /** The number of the track that plays, and of all tracks; 0 before the doors open. */
  trackNumber: number
  trackCount: number
  /** The number of members in the room; after the evening, of those who were there. */
  peopleCount: number
}

/** The rooms of premieres. Each has the id of its album. All functions may be called again, by any process. */
export interface PremiereRooms {
  /** How far the premiere is now; undefined when there is no room. */
  progress: (albumId: string) => Promise<PremiereProgress | undefined>
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
  const find = async (albumId: string) => store.findPremiereRoom(db, albumId)

  return {
    progress: async (albumId) => {
      const found = await find(albumId)
      if (found === undefined) return undefined
      const room = advanced(found, now())
      const phase = phaseOf(room)
      const isOpen = phase !== 'waiting'
      const { visitors, present } = await store.countPeople(db, albumId)
      return {
        phase,
        trackNumber: isOpen ? room.playedCount : 0,
        trackCount: isOpen ? room.playedCount + Math.max(0, room.entries.length - 1) : 0,
        peopleCount: phase === 'over' ? visitors : present,
      }
    },
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

function phaseOf(room: Room): PremiereProgress['phase'] {
  if (!hasBegun(room)) return 'waiting'
  return room.entryId === null || room.endedAt !== null ? 'over' : 'live'
}

/** Removes the rooms of premieres whose album was deleted, with their conversations. */
export async function deletePremiereRooms(services: Pick<Services, 'db' | 'storage'>): Promise<void> {
  for (const id of await store.premiereRoomsWithoutAlbum(services.db)) {
    await removeRoomConversation(services, id)
    await store.deleteRoom(services.db, id)
  }
}
