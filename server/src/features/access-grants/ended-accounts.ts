import type { Services } from '#services.ts'
import { keepInStep } from './access-grants.ts'
import { endedAccounts } from './store.ts'

const ACCOUNTS_AT_ONCE = 500

/**
 * Updates the rows of accounts after a grant has ended. The access check of requests does not depend on it, because it
 * compares the ends of the grants itself.
 */
export async function markEndedAccounts(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) await db.transaction().execute(async (trx) => keepInStep(trx, userId, now()))
}

/** Finds accounts whose last grant has ended while no process was running, and updates their rows. */
export async function findEndedAccounts(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  await markEndedAccounts(services, await endedAccounts(services.db, services.now(), ACCOUNTS_AT_ONCE))
}
