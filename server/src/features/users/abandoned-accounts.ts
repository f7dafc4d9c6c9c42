import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '#services.ts'
import { deleteEndedReservations, deleteNeverVerifiedSince } from './store.ts'

/** How long a registration keeps its address and username without its address being verified. */
export const RESERVED_FOR_MS = 30 * 24 * 60 * 60 * 1000
const DELETED_AT_ONCE = 500

/** Deletes accounts whose address was never verified in time, and reservations of usernames that are over. */
export async function deleteAbandonedAccounts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const createdBefore = new Date(now().getTime() - RESERVED_FOR_MS)
  while ((await deleteNeverVerifiedSince(db, createdBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE)
    await yieldToEventLoop()
  await deleteEndedReservations(db, now())
}
