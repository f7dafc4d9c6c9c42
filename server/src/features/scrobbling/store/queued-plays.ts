import type { Insertable, Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
type Outcome = NonNullable<Schema['scrobbles']['outcome']>

/** Number of queued plays, by connection. */
export async function waitingCounts(db: Db, connectionIds: readonly string[]): Promise<Map<string, number>> {
  if (connectionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('scrobbles')
    .select(['connectionId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('connectionId', 'in', connectionIds)
    .where('outcome', 'is', null)
    .groupBy('connectionId')
    .execute()
  return new Map(rows.map(({ connectionId, count }) => [connectionId, count]))
}

/** Whether there is a play of this track that began between these times. */
export async function hasPlay(
  db: Db,
  connectionId: string,
  trackId: string,
  after: string,
  before: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('scrobbles')
    .select('id')
    .where('connectionId', '=', connectionId)
    .where('trackId', '=', trackId)
    .where('startedAt', '>', after)
    .where('startedAt', '<', before)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPlay(
  db: Db,
  row: Omit<Insertable<Schema['scrobbles']>, 'id' | 'outcome'>,
): Promise<void> {
  await db
    .insertInto('scrobbles')
    .values({ ...row, id: newId(), outcome: null })
    .execute()
}

/**
 * Settles the oldest queued plays above the limit as not reported.
 * @returns the number of these plays
 */
export async function deleteOverflow(db: Db, connectionId: string, most: number): Promise<number> {
  const waiting = await db
    .selectFrom('scrobbles')
    .select('id')
    .where('connectionId', '=', connectionId)
    .where('outcome', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = waiting.slice(most).map(({ id }) => id)
  await settle(db, ids, 'overflowed')
  return ids.length
}

/**
 * Stores the outcome of plays.
 * @returns the number of these plays that were still queued
 */
export async function settle(db: Db, ids: readonly string[], outcome: Outcome): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('scrobbles')
    .set({ outcome })
    .where('id', 'in', ids)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The first queued plays, in the order in which they were played. */
export async function nextWaiting(db: Db, connectionId: string, limit: number) {
  return db
    .selectFrom('scrobbles')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('outcome', 'is', null)
    .orderBy('startedAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Settles queued plays that began before this time as not reported.
 * @returns the number of these plays
 */
export async function deleteExpiredPlays(db: Db, connectionId: string, before: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbles')
    .set({ outcome: 'expired' })
    .where('connectionId', '=', connectionId)
    .where('outcome', 'is', null)
    .where('startedAt', '<', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Deletes expired OAuth states. Also deletes plays that are too old to be reported for the first time or
 * once more.
 */
export async function deleteOld(db: Db, at: string, startedBefore: string): Promise<void> {
  await db.deleteFrom('scrobbleAsks').where('endsAt', '<=', at).execute()
  await db.deleteFrom('scrobbles').where('startedAt', '<', startedBefore).execute()
}
