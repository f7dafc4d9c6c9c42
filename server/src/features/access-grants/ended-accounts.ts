import type { Services } from '#services.ts'
import { keepInStep } from './access-grants.ts'
import { endedAccounts } from './store.ts'

const ACCOUNTS_AT_ONCE = 500

/**
 * Marks accounts whose access has ended as having none, for lists of members. The gate does not wait for this, because it
 * compares the ends of the grants itself.
 */
export async function markEndedAccounts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<string[]> {
  const ended = await endedAccounts(db, now(), ACCOUNTS_AT_ONCE)
  for (const userId of ended) await db.transaction().execute(async (trx) => keepInStep(trx, userId, now()))
  return ended
}
