import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export async function insertOauthState(db: Db, row: Schema['scrobbleAsks']): Promise<void> {
  await db.insertInto('scrobbleAsks').values(row).execute()
}

/** Deletes an OAuth state. Returns true only for the first call, so that each state is accepted once. */
export async function deleteOauthState(db: Db, nonceHash: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scrobbleAsks')
    .where('nonceHash', '=', nonceHash)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
