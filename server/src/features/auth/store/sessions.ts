import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { StoredAddresses } from '#http/stored-addresses.ts'

type Db = Kysely<Schema>

export async function insertSession(db: Db, row: Insertable<Schema['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

/** Maximum number of sessions that one statement updates. */
const TOUCHED_AT_ONCE = 1000

export async function touchSessions(
  db: Db,
  ids: readonly string[],
  usedAt: Date,
  idleEndsAt: Date,
): Promise<void> {
  for (let from = 0; from < ids.length; from += TOUCHED_AT_ONCE)
    await db
      .updateTable('sessions')
      .set({ lastUsedAt: usedAt.toISOString(), idleEndsAt: idleEndsAt.toISOString() })
      .where('id', 'in', ids.slice(from, from + TOUCHED_AT_ONCE))
      .execute()
}

/** The valid sessions of an account. The session that was used last comes first. */
export async function listSessions(db: Db, userId: string, now: Date) {
  const time = now.toISOString()
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('idleEndsAt', '>', time)
    .where('endsAt', '>', time)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/**
 * Sets the name of a session.
 * @returns undefined when the account has no session with this id
 */
export async function nameSession(db: Db, userId: string, id: string, name: string | null) {
  return db
    .updateTable('sessions')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['name', 'browser'])
    .executeTakeFirst()
}

/** The addresses in the rows of sessions. */
export function sessionAddresses(db: Db): StoredAddresses {
  return {
    selectWhole: async (before, limit) =>
      db
        .selectFrom('sessions')
        .select(['id', 'address'])
        .where('createdAt', '<=', before)
        .where('address', 'not like', '%/%')
        .limit(limit)
        .execute(),
    update: async (id, address) => db.updateTable('sessions').set({ address }).where('id', '=', id).execute(),
  }
}

/** Stores that the member has confirmed in this session that they own the account. */
export async function confirmSession(
  db: Db,
  id: string,
  by: NonNullable<Schema['sessions']['confirmedBy']>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmedAt: at.toISOString(), confirmedBy: by })
    .where('id', '=', id)
    .execute()
}
