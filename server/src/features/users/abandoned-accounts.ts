import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '#services.ts'
import { deleteEndedReservations, deleteNeverVerifiedSince } from './store.ts'

/** How long an unverified registration reserves its email address and username. */
export const RESERVED_FOR_MS = 30 * 24 * 60 * 60 * 1000
const DELETED_AT_ONCE = 500

/** Deletes accounts whose email address was not verified in time, and expired reservations of usernames. */
export async function deleteAbandonedAccounts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const createdBefore = new Date(now().getTime() - RESERVED_FOR_MS)
  while ((await deleteNeverVerifiedSince(db, createdBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE)
    await yieldToEventLoop()
  await deleteEndedReservations(db, now())
}
