import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Maximum number of logins of an account that may wait for the second factor. */
const HALF_SESSIONS_MAX = 5

/** Stores a half session, and deletes the oldest ones of the account if it has too many. */
export async function insertHalfSession(db: Db, row: Insertable<Schema['halfSessions']>): Promise<void> {
  await db.insertInto('halfSessions').values(row).execute()
  const surplus = await db
    .selectFrom('halfSessions')
    .select('tokenHash')
    .where('userId', '=', row.userId)
    .orderBy('createdAt', 'desc')
    .orderBy('tokenHash', 'desc')
    .offset(HALF_SESSIONS_MAX)
    .limit(1000)
    .execute()
  const hashes = surplus.map(({ tokenHash }) => tokenHash)
  if (hashes.length > 0) await db.deleteFrom('halfSessions').where('tokenHash', 'in', hashes).execute()
}

export async function findHalfSession(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('halfSessions')
    .select(['userId', 'remembered'])
    .where('tokenHash', '=', tokenHash)
    .where('endsAt', '>', now.toISOString())
    .executeTakeFirst()
}

/** Uses up a half session. False when it has ended. */
export async function consumeHalfSession(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('halfSessions')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteHalfSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('halfSessions').where('userId', '=', userId).execute()
}

export async function deleteExpiredHalfSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('halfSessions').where('endsAt', '<=', now.toISOString()).execute()
}
