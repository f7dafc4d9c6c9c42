import { notFound } from '@tonarchiv/contract/refusal'
import { withdrawKey } from '#features/access-keys/index.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { findUserById, lockUser } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Open invitations that are withdrawn with one bar. More than a quota can be. */
const OPEN_MAX = 1000

/**
 * Takes the invitations from a member and withdraws the open ones, or gives them back. A change that has no effect is
 * not recorded.
 * @throws Refused `notFound`
 */
export async function barInviter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { userId, isBarred }: { userId: string; isBarred: boolean },
): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    // The lock makes an invitation that is just being made wait, or this call wait for it.
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
