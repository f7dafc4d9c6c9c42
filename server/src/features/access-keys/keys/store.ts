import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'

type Db = Kysely<Schema>

export type AccessKeyRow = Selectable<Schema['accessKeys']>

/** A key with the last member who redeemed it. */
export type UsedKeyRow = AccessKeyRow & { usedAt: string | null; usedByUsername: string | null }

/** @returns false when there is a key of this value already */
export async function insertKey(trx: Db, row: AccessKeyRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('accessKeys')
    .values(row)
    .onConflict((conflict) => conflict.column('keyValue').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Counts one use of a key, with a single conditional update.
 * @returns undefined when the key is unknown, withdrawn, expired, or was redeemed as often as it may be
 */
export async function consumeKey(trx: Db, keyValue: string, now: Date): Promise<AccessKeyRow | undefined> {
  return trx
    .updateTable('accessKeys')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('keyValue', '=', keyValue)
    .where('withdrawnAt', 'is', null)
    .whereRef('uses', '<', 'maxUses')
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now.toISOString())]))
    .returningAll()
    .executeTakeFirst()
}

/** Records who has redeemed a key. @returns false when this account has redeemed the same key before */
export async function insertUse(trx: Db, accessKeyId: string, userId: string, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('accessKeyUses')
    .values({ id: newId(), accessKeyId, userId, usedAt: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['accessKeyId', 'userId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function hasUsed(db: Db, accessKeyId: string, userId: string): Promise<boolean> {
  const use = await db
    .selectFrom('accessKeyUses')
    .select('id')
    .where('accessKeyId', '=', accessKeyId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return use !== undefined
}

/** The number of keys that an account has redeemed. */
export async function countUses(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('accessKeyUses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findKey(db: Db, keyValue: string): Promise<AccessKeyRow | undefined> {
  return db.selectFrom('accessKeys').selectAll().where('keyValue', '=', keyValue).executeTakeFirst()
}

/**
 * Reads one key, or the keys of a batch, and locks them until the end of the transaction. They are locked in a fixed
 * order, so that no two transactions deadlock.
 */
export async function lockKeys(
  trx: Db,
  kind: Database['kind'],
  which: { id: string } | { batchId: string },
): Promise<AccessKeyRow[]> {
  return trx
    .selectFrom('accessKeys')
    .selectAll()
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('batchId' in which, (query) => query.where('batchId', '=', 'batchId' in which ? which.batchId : ''))
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute()
}

export async function markWithdrawn(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('accessKeys')
    .set({ withdrawnAt: now.toISOString() })
    .where('id', 'in', ids)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** The keys that are not withdrawn, newest first. */
export async function listKeys(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<UsedKeyRow[]> {
  return db
    .selectFrom('accessKeys')
    .leftJoin('accessKeyUses as lastUse', (join) =>
      join.on('lastUse.id', '=', (eb) =>
        eb
          .selectFrom('accessKeyUses')
          .select('accessKeyUses.id')
          .whereRef('accessKeyUses.accessKeyId', '=', 'accessKeys.id')
          .orderBy('accessKeyUses.usedAt', 'desc')
          .orderBy('accessKeyUses.id', 'desc')
          .limit(1),
      ),
    )
    .leftJoin('users', 'users.id', 'lastUse.userId')
    .selectAll('accessKeys')
    .select(['lastUse.usedAt', 'users.username as usedByUsername'])
    .where('withdrawnAt', 'is', null)
    .orderBy('accessKeys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countKeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accessKeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('withdrawnAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The accounts that have access by one of these keys, sorted by id. */
export async function accountsWithGrants(db: Db, keyIds: readonly string[]): Promise<string[]> {
  if (keyIds.length === 0) return []
  const rows = await db
    .selectFrom('accessGrants')
    .select('userId')
    .distinct()
    .where('accessKeyId', 'in', keyIds)
    .where('withdrawnAt', 'is', null)
    .orderBy('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}
