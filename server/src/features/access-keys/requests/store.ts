import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

const ADMINS_MAX = 1000

export async function findRequest(
  db: Db,
  userId: string,
): Promise<Selectable<Schema['keyRequests']> | undefined> {
  return db.selectFrom('keyRequests').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/**
 * Adds a request of a member. It replaces a request that was rejected before `rejectedBefore`.
 * @returns false when the member has another request
 */
export async function addRequest(trx: Db, userId: string, now: Date, rejectedBefore: Date): Promise<boolean> {
  const createdAt = now.toISOString()
  const row = await trx
    .insertInto('keyRequests')
    .values({ userId, createdAt, rejectedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ createdAt, rejectedAt: null })
        .where('keyRequests.rejectedAt', '<=', rejectedBefore.toISOString()),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes an open request. @returns whether there was one */
export async function removeOpen(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('keyRequests')
    .where('userId', '=', userId)
    .where('rejectedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function reject(trx: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('keyRequests')
    .set({ rejectedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('rejectedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Open requests of members who have no key yet. */
function openRequests(db: Db) {
  return db
    .selectFrom('keyRequests')
    .innerJoin('users', 'users.id', 'keyRequests.userId')
    .where('rejectedAt', 'is', null)
    .where('users.keyVerified', '=', 0)
    .where('users.isAdmin', '=', 0)
}

/** The first one first. */
export async function listOpen(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return openRequests(db)
    .select([
      'users.id',
      'users.username',
      'users.displayName',
      'users.avatarName',
      'users.createdAt as joinedAt',
      'keyRequests.createdAt',
    ])
    .orderBy('keyRequests.createdAt')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countOpen(db: Db): Promise<number> {
  const { count } = await openRequests(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function adminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', 1)
    .orderBy('id')
    .limit(ADMINS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
