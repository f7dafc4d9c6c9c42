import { accessKeyUsed } from '@tonarchiv/contract/access-keys'
import { notFound } from '@tonarchiv/contract/refusal'
import { type Scope, WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { storeScope } from '#features/access-grants/index.ts'
import { type Actor, operator, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { createKeys, type KeyOrder } from './create-keys.ts'
import * as store from './store.ts'
import { withdrawKeys } from './withdraw-keys.ts'

type Needs = Pick<Services, 'db' | 'now'>

/** The keys of one batch that an admin or the operator creates. */
export interface AdminOrder extends Pick<KeyOrder, 'count' | 'maxUses' | 'expiresAt' | 'stayDays'> {
  note?: string | null
  scope?: Scope
  /** Whether the audit log names each key or the batch. */
  record: 'keys' | 'batch'
}

/**
 * Creates the keys of one batch, all or none. Without a scope each key opens the whole archive.
 * @returns the keys, the newest first
 * @throws Refused `scopeAlbumGone`
 */
export async function createAdminKeys(
  { db, now }: Needs,
  actor: Actor,
  { scope = WHOLE_ARCHIVE, note, record, ...order }: AdminOrder,
): Promise<store.AccessKeyRow[]> {
  const time = now()
  return db.transaction().execute(async (trx) => {
    const rows = await createKeys(trx, time, {
      ...order,
      note: note === '' ? null : (note ?? null),
      madeBy: actor.id === operator.id ? null : actor.id,
      scopeId: await storeScope(trx, scope),
    })
    await (record === 'keys' ? recordKeys(trx, actor, time, rows) : recordBatch(trx, actor, time, rows))
    return rows
  })
}

async function recordKeys(trx: Executor, actor: Actor, time: Date, rows: readonly store.AccessKeyRow[]) {
  for (const { id, keyValue } of rows)
    await recordAuditEvent(trx, actor, time, {
      action: 'access-key.make',
      target: id,
      after: { key: keyValue },
    })
}

async function recordBatch(trx: Executor, actor: Actor, time: Date, rows: readonly store.AccessKeyRow[]) {
  const [first] = rows
  if (first === undefined) return
  await recordAuditEvent(trx, actor, time, {
    action: 'access-key.make-batch',
    target: first.batchId,
    after: { count: rows.length, key: first.keyValue, note: first.note },
  })
}

/**
 * Withdraws a key that was never redeemed.
 * @throws Refused `accessKeyUsed`, `notFound`
 */
export async function withdrawAccessKey({ db, now }: Needs, id: string, actor: Actor): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    const rows = await store.lockKeys(trx, db.kind, { id })
    const [key] = rows
    if (key === undefined || key.withdrawnAt !== null) throw new Refused(notFound)
    if (key.uses > 0) throw new Refused(accessKeyUsed)
    await withdrawKeys(trx, time, rows, false)
    await recordAuditEvent(trx, actor, time, {
      action: 'access-key.withdraw',
      target: id,
      before: { key: key.keyValue },
    })
  })
}

/** The keys that an account has redeemed, for its export. */
export const accessKeysExport = {
  name: 'accessKeys',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('accessKeyUses')
      .innerJoin('accessKeys', 'accessKeys.id', 'accessKeyUses.accessKeyId')
      .select(['accessKeys.keyValue', 'accessKeys.createdAt', 'accessKeyUses.usedAt'])
      .where('accessKeyUses.userId', '=', userId)
      .orderBy('accessKeyUses.id')
      .execute(),
}

/** The keys that an account has made, for its export. */
export const madeKeysExport = {
  name: 'madeAccessKeys',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('accessKeys')
      .select(['keyValue', 'note', 'words', 'maxUses', 'uses', 'expiresAt', 'stayDays'])
      .select(['withdrawnAt', 'createdAt'])
      .where('madeBy', '=', userId)
      .orderBy('id')
      .execute(),
}
