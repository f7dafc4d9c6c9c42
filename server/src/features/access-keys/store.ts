import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export type AccessKeyRow = Selectable<Schema['accessKeys']> & { usedByUsername: string | null }

export async function insertKey(
  db: Db,
  { id, keyValue, createdAt, usedBy, usedAt }: Selectable<Schema['accessKeys']>,
): Promise<void> {
  await db.insertInto('accessKeys').values({ id, keyValue, createdAt, usedBy, usedAt }).execute()
}

/**
 * Marks a key as redeemed, with a single conditional update. Returns the id of the key; undefined when the key is
 * unknown or already redeemed.
 */
export async function consumeKey(
  db: Db,
  keyValue: string,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const used = await db
    .updateTable('accessKeys')
    .set({ usedBy: userId, usedAt: now.toISOString() })
    .where('keyValue', '=', keyValue)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used?.id
}

/** Newest first. */
export async function listKeys(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<AccessKeyRow[]> {
  return db
    .selectFrom('accessKeys')
    .leftJoin('users', 'users.id', 'accessKeys.usedBy')
    .selectAll('accessKeys')
    .select('users.username as usedByUsername')
    .orderBy('accessKeys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countKeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accessKeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes an unused key and returns its value. Undefined when the key is unknown or already redeemed. */
export async function deleteUnusedKey(db: Db, id: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('accessKeys')
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('keyValue')
    .executeTakeFirst()
  return deleted?.keyValue
}

export async function keyExists(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('accessKeys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}
