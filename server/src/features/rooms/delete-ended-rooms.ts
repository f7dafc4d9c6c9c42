import { ROOM_READABLE_DAYS } from '@tonarchiv/contract/rooms'
import { removeRoomConversation } from '#features/chat/index.ts'
import type { Services } from '#services.ts'
import { deleteOldRequests } from './listen-store.ts'
import { deletePremiereRooms } from './premiere-rooms.ts'
import { deleteRoom, endedBefore } from './store.ts'

const DAY_MS = 86_400_000

/**
 * Deletes rooms that ended long ago, rooms of premieres whose album was deleted, the conversations of all these rooms,
 * and questions to listen along that were never answered.
 */
export async function deleteEndedRooms(services: Pick<Services, 'db' | 'storage' | 'now'>): Promise<void> {
  const { db, now } = services
  await deleteOldRequests(db, now().getTime() - DAY_MS)
  for (const id of await endedBefore(db, now().getTime() - ROOM_READABLE_DAYS * DAY_MS)) {
    await removeRoomConversation(services, id)
    await deleteRoom(db, id)
  }
  await deletePremiereRooms(services)
}
