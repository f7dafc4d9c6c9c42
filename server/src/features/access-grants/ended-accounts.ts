import type { Services } from '#services.ts'
import { keepInStep } from './access-grants.ts'
import { endedAccounts } from './store.ts'

const ACCOUNTS_AT_ONCE = 500

/**
 * Brings accounts into step with their grants after an end. The gate does not wait for this, because it compares the ends
 * of the grants itself.
 */
export async function markEndedAccounts(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) await db.transaction().execute(async (trx) => keepInStep(trx, userId, now()))
}

/** Finds accounts whose last grant has ended while no process was running. */
export async function findEndedAccounts(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  await markEndedAccounts(services, await endedAccounts(services.db, services.now(), ACCOUNTS_AT_ONCE))
}
