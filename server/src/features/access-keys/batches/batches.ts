import {
  type BatchKey,
  KEY_STATUSES,
  keyExpiryPast,
  type KeyBatch,
  type KeyStatus,
  KEYS_PER_BATCH,
} from '@tonarchiv/contract/key-batches'
import { notFound } from '@tonarchiv/contract/refusal'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { searchTextOf } from '../keys/create-keys.ts'
import { lockKeys } from '../keys/store.ts'
import { readShownScopes } from './shown-scopes.ts'
import * as store from './store.ts'

type Needs = Pick<Services, 'db' | 'now'>

/** A page of the batches that match, with the number of keys in each status. */
export async function listBatches(
  { db, now }: Needs,
  { limit, offset, ...filter }: store.KeyFilter & { limit: number; offset: number },
): Promise<{ batches: KeyBatch[]; total: number; counts: Record<KeyStatus, number> }> {
  const { ids, total } = await store.batchIds(db, filter, now(), { limit, offset })
  return {
    batches: await readBatches({ db, now }, ids),
    total,
    counts: countsOf(await store.countStatuses(db, filter, now())),
  }
}

/** Batches in the same order as `ids`. Ids without a batch are skipped. */
export async function readBatches({ db, now }: Needs, ids: readonly string[]): Promise<KeyBatch[]> {
  const rows = await store.describeBatches(db, ids)
  const scopeOf = await readShownScopes(
    db,
    rows.map(({ scopeId }) => scopeId),
  )
  const sums = Map.groupBy(await store.sumsOfBatches(db, ids, now()), ({ batchId }) => batchId)
  const byId = new Map(rows.map((row) => [row.batchId, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [toWire(row, scopeOf(row.scopeId), sums.get(id) ?? [])]
  })
}

/** @throws Refused `notFound` */
export async function readBatch(needs: Needs, id: string): Promise<KeyBatch> {
  const [batch] = await readBatches(needs, [id])
  if (batch === undefined) throw new Refused(notFound)
  return batch
}

/** The keys of a batch, in the order in which they were made. */
export async function keysOfBatch({ db, now }: Needs, batchId: string): Promise<BatchKey[]> {
  const rows = await store.listKeys(db, { batchId }, now(), KEYS_PER_BATCH)
  return rows.map(({ id, keyValue, status, uses, usedAt, usedByUsername, usedByDisplayName }) => ({
    id,
    key: keyValue,
    status,
    uses,
    lastUse: usedAt === null ? null : { by: usedByDisplayName ?? usedByUsername, at: usedAt },
  }))
}

/** @throws Refused `keyExpiryPast` */
export function checkExpiry(expiresAt: string | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const time = new Date(expiresAt)
  if (time <= now) throw new Refused(keyExpiryPast)
  return time
}

/**
 * Changes the note or the expiry of a batch.
 * @throws Refused `notFound`, `keyExpiryPast`
 */
export async function changeBatch(
  { db, now }: Needs,
  actor: Actor,
  { id, note, expiresAt }: { id: string; note?: string | undefined; expiresAt?: string | null | undefined },
): Promise<void> {
  const time = now()
  const expiry = checkExpiry(expiresAt, time)?.toISOString() ?? null
  await db.transaction().execute(async (trx) => {
    const rows = await lockKeys(trx, db.kind, { batchId: id })
    const [first] = rows
    if (first === undefined) throw new Refused(notFound)
    const named = { count: rows.length, key: first.keyValue }
    if (note !== undefined && note !== (first.note ?? '')) {
      const changed = note === '' ? null : note
      for (const row of rows)
        await store.setNote(trx, row.id, {
          note: changed,
          searchText: searchTextOf({ ...row, note: changed }),
        })
      await recordAuditEvent(trx, actor, time, {
        action: 'access-key.note',
        target: id,
        before: { ...named, note: first.note },
        after: { ...named, note: changed },
      })
    }
    if (expiresAt !== undefined && expiry !== first.expiresAt) {
      await store.setExpiry(trx, id, expiry)
      await recordAuditEvent(trx, actor, time, {
        action: 'access-key.expiry',
        target: id,
        before: { ...named, expiresAt: first.expiresAt },
        after: { ...named, expiresAt: expiry },
      })
    }
  })
}

function countsOf(rows: readonly { status: KeyStatus; count: number }[]): Record<KeyStatus, number> {
  const counts = { available: 0, used: 0, expired: 0, withdrawn: 0 } satisfies Record<KeyStatus, number>
  for (const { status, count } of rows) counts[status] += count
  return counts
}

function toWire(
  row: store.BatchRow,
  scope: KeyBatch['scope'],
  sums: readonly { status: KeyStatus; count: number; uses: number }[],
): KeyBatch {
  const counts = countsOf(sums)
  const keyCount = KEY_STATUSES.reduce((sum, status) => sum + counts[status], 0)
  const { id, note, words, isInvitation, maxUses, expiresAt, stayDays, createdAt, madeBy } = {
    ...row,
    id: row.batchId,
  }
  return {
    id,
    note,
    words,
    scope,
    maxUses,
    expiresAt,
    stayDays,
    createdAt,
    keyCount,
    counts,
    isInvitation: isInvitation === 1,
    madeBy:
      madeBy === null || row.makerUsername === null
        ? null
        : personOf({
            id: madeBy,
            username: row.makerUsername,
            displayName: row.makerDisplayName,
            avatarName: row.makerAvatarName,
          }),
    uses: sums.reduce((sum, { uses }) => sum + uses, 0),
    key: keyCount === 1 ? row.keyValue : null,
  }
}

/** A member as other members see them. */
export function personOf(user: {
  id: string
  username: string
  displayName: string | null
  avatarName: string | null
}) {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName ?? user.username,
    photoURL: user.avatarName === null ? null : `/api/avatar/${user.avatarName}`,
  }
}
