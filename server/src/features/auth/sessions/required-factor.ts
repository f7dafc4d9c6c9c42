import type { Caller } from '#access/caller.ts'
import type { Services } from '#services.ts'
import { hasFactor } from '../store/second-factors.ts'

/**
 * The account. If the operator requires a second factor of admins and this admin has none, it has only the rights that
 * its keys give.
 */
export async function withRequiredFactor<Account extends Pick<Caller, 'id' | 'isAdmin'>>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: Account,
): Promise<Account & Pick<Caller, 'lacksFactor'>> {
  // Factors are read only for admins, and only if the operator requires that admins have one.
  const lacksFactor = config.adminsNeedFactor && account.isAdmin && !(await hasFactor(db, account.id))
  return lacksFactor ? { ...account, isAdmin: false, lacksFactor } : account
}
