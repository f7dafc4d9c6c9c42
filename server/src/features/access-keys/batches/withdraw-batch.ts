import {
  keysWithdrawn,
  type KeyBatch,
  type KeyLoss,
  WITHDRAWAL_PEOPLE_MAX,
} from '@tonarchiv/contract/key-batches'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { lockKeys } from '../keys/store.ts'
import { withdrawKeys } from '../keys/withdraw-keys.ts'
import { readBatch } from './batches.ts'
import { hasLess, lossesOf } from './losses.ts'
import { listKeys } from './store.ts'

/** Maximum number of accounts that the audit log names for one withdrawal. */
const RECORDED_ACCOUNTS_MAX = 500

/**
 * What withdrawing a batch would take back, and from whom.
 * @throws Refused `notFound`
 */
export async function previewWithdrawal(
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: string,
): Promise<{ batch: KeyBatch; people: number; losses: KeyLoss[] }> {
  const batch = await readBatch({ db, now }, id)
  const keys = await listKeys(db, { batchId: id }, now(), batch.keyCount)
  const losses = await lossesOf(db, id, new Set(keys.map((key) => key.id)), now())
  return { batch, people: losses.length, losses: losses.slice(0, WITHDRAWAL_PEOPLE_MAX) }
}

/**
 * Withdraws the keys of a batch; with `takesBack` also the access that they gave. Of two admins at once the second is
 * rejected.
 * @returns the numbers of withdrawn keys and of members who have less now
 * @throws Refused `notFound`, `keysWithdrawn`
 */
export async function withdrawBatch(
  { db, now, events }: Pick<Services, 'db' | 'now' | 'events'>,
  actor: Actor,
  { id, takesBack }: { id: string; takesBack: boolean },
): Promise<{ keys: number; people: number }> {
  const time = now()
  const { keys, userIds, people } = await db.transaction().execute(async (trx) => {
    const rows = await lockKeys(trx, db.kind, { batchId: id })
    const [first] = rows
    if (first === undefined) throw new Refused(notFound)
    const losses = takesBack ? await lossesOf(trx, id, new Set(rows.map((row) => row.id)), time) : []
    const withdrawal = await withdrawKeys(trx, time, rows, takesBack)
    if (withdrawal.keys.length === 0 && withdrawal.userIds.length === 0) throw new Refused(keysWithdrawn)
    const less = losses.filter(hasLess).length
    const { note, keyValue } = first
    await recordAuditEvent(trx, actor, time, {
      action: 'access-key.withdraw-batch',
      target: id,
      before: { count: rows.length, key: keyValue, note },
      after: { takesBack, people: withdrawal.userIds.length },
    })
    const named = rows.length === 1 ? { key: keyValue } : { note, count: rows.length }
    await recordTaken(trx, actor, time, withdrawal.userIds, named)
    return { ...withdrawal, people: less }
  })
  for (const userId of userIds) events.emit('accessChanged', { userId })
  return { keys: keys.length, people }
}

/** Records for each account that its access was taken back. */
async function recordTaken(
  trx: Kysely<Schema>,
  actor: Actor,
  time: Date,
  userIds: readonly string[],
  before: object,
): Promise<void> {
  for (const target of userIds.slice(0, RECORDED_ACCOUNTS_MAX))
    await recordAuditEvent(trx, actor, time, { action: 'access-key.take-back', target, before })
}
