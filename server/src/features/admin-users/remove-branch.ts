import { ownAccount } from '@tonarchiv/contract/admin'
import {
  BRANCH_MAX,
  branchChanged,
  branchHasAdmin,
  branchTooLarge,
} from '@tonarchiv/contract/invitation-tree'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { AccountSessions } from '#features/auth/index.ts'
import { countOtherAdmins } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { accountsBelow } from './accounts-below.ts'
import { emitRemoval, removeAccount } from './admin-users.ts'

interface Branch {
  /** The account at the top of the branch. */
  id: string
  /** The number of accounts below it that the admin has seen. */
  people: number
}

/**
 * Deletes an account and all accounts below it in the tree of invitations, all or none.
 * @returns the number of deleted accounts
 * @throws Refused `ownAccount` also when the admin is in the branch, `branchChanged` when it is not the one that was
 * shown, `branchTooLarge`, `branchHasAdmin` when another admin is below, `notFound`, `lastAdmin`, `forbidden`
 */
export async function removeBranch(
  { db, now, events }: Services,
  sessions: AccountSessions,
  actor: Actor,
  { id, people }: Branch,
): Promise<number> {
  if (id === actor.id) throw new Refused(ownAccount)
  const time = now()
  const removed = await db.transaction().execute(async (trx) => {
    // This locks the rows of all admins, as in each removal, so that their roles do not change meanwhile.
    await countOtherAdmins(trx, id)
    const below = await accountsBelow(trx, id)
    if (below.some((account) => account.id === actor.id)) throw new Refused(ownAccount)
    if (below.length > BRANCH_MAX) throw new Refused(branchTooLarge)
    if (below.some(({ isAdmin }) => isAdmin === 1)) throw new Refused(branchHasAdmin)
    if (below.length !== people) throw new Refused(branchChanged)
    if (people > 0)
      await recordAuditEvent(trx, actor, time, {
        action: 'user.delete-branch',
        target: id,
        before: { people },
      })
    const accounts = []
    for (const account of [...below.map((row) => row.id), id])
      accounts.push(await removeAccount(trx, { sessions, actor, now: time }, account))
    return accounts
  })
  for (const account of removed) emitRemoval(events, account)
  return removed.length
}
