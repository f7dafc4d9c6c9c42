import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Replaces the password hash if it is still the one that was verified. False when another call has changed it. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Locks the password hash if it is still the one that was verified. A concurrent change then waits for the end of this
 * transaction. False if the hash was already changed.
 */
export async function lockPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  return replacePasswordHash(db, userId, passwordHash, passwordHash)
}
