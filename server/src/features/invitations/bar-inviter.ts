import { notFound } from '@tonarchiv/contract/refusal'
import { withdrawKey } from '#features/access-keys/index.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { findUserById, lockUser } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Maximum number of open invitations that one call withdraws. No quota is as large. */
const OPEN_MAX = 1000

/**
 * Bars a member from inviting and withdraws the member's open invitations, or lifts the bar. A call that changes
 * nothing is not recorded.
 * @throws Refused `notFound`
 */
export async function barInviter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { userId, isBarred }: { userId: string; isBarred: boolean },
): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    // `createInvitation` takes the same lock, so that no invitation is created while this transaction runs.
    await lockUser(trx, userId)
    if ((await findUserById(trx, userId)) === undefined) throw new Refused(notFound)
    if (!(await store.setBarred(trx, userId, isBarred, time))) return
    const open = isBarred ? await store.openInvitations(trx, time, { userId, limit: OPEN_MAX }) : []
    for (const { id } of open.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await withdrawKey(trx, db.kind, time, { id, takesBack: false })
    await recordAuditEvent(trx, actor, time, {
      action: isBarred ? 'invitations.bar' : 'invitations.unbar',
      target: userId,
      after: { withdrawn: open.length },
    })
  })
}
