import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Outcome } from './tables.ts'

type Db = Kysely<Schema>
export type ConnectionRow = Selectable<Schema['scrobbleConnections']>

export async function connectionsOf(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db.selectFrom('scrobbleConnections').selectAll().where('userId', '=', userId).execute()
}

export async function connectionOf(db: Db, userId: string, id: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('scrobbleConnections')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

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

/**
 * Saves a new or renewed connection: with the same account its queued plays are kept, with another one they
 * are deleted.
 */
export async function saveConnection(
  db: Db,
  row: Pick<ConnectionRow, 'userId' | 'service' | 'accountName' | 'sealedKey'> & { at: string },
): Promise<void> {
  const { at, ...columns } = row
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('scrobbleConnections')
      .where('userId', '=', columns.userId)
      .where('service', '=', columns.service)
      .where('accountName', '!=', columns.accountName)
      .execute()
    await trx
      .insertInto('scrobbleConnections')
      .values({
        ...columns,
        id: newId(),
        isPaused: 0,
        lostAt: null,
        scrobbleCount: 0,
        connectedAt: at,
        nextTryAt: at,
        tries: 0,
        claimedBy: null,
        claimedUntil: at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'service'])
          .doUpdateSet({ sealedKey: columns.sealedKey, lostAt: null, nextTryAt: at, tries: 0 }),
      )
      .execute()
  })
}

export async function setPaused(
  db: Db,
  userId: string,
  service: ScrobbleService,
  isPaused: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set({ isPaused: isPaused ? 1 : 0 })
    .where('userId', '=', userId)
    .where('service', '=', service)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteConnection(db: Db, userId: string, service: ScrobbleService): Promise<void> {
  await db
    .deleteFrom('scrobbleConnections')
    .where('userId', '=', userId)
    .where('service', '=', service)
    .execute()
}

/**
 * The connections to which a play is reported, locked until the transaction ends. The lock is an update
 * without a change, so that concurrent plays of one member, and the sender, run one after the other in
 * PostgreSQL, too.
 */
export async function lockListening(db: Db, userId: string, onlyId?: string) {
  return db
    .updateTable('scrobbleConnections')
    .set((eb) => ({ isPaused: eb.ref('isPaused') }))
    .where('userId', '=', userId)
    .where('isPaused', '=', 0)
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .returning(['id', 'lostAt', 'nextTryAt'])
    .execute()
}

/** Whether a play of this track that was started between these times exists. */
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

/** Makes the connection due for the sender. */
export async function markDue(db: Db, connectionId: string, at: string): Promise<void> {
  await db
    .updateTable('scrobbleConnections')
    .set({ nextTryAt: at })
    .where('id', '=', connectionId)
    .where('nextTryAt', 'is', null)
    .execute()
}

/**
 * Gives up the oldest queued plays above the limit.
 * @returns how many
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
 * Settles plays.
 * @returns how many were queued until now
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

/** Connections of this service that are due and not claimed by any process, longest due first. */
export async function findDue(
  db: Db,
  service: ScrobbleService,
  at: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('scrobbleConnections')
    .selectAll()
    .where('service', '=', service)
    .where('isPaused', '=', 0)
    .where('lostAt', 'is', null)
    .where('nextTryAt', '<=', at)
    .where('claimedUntil', '<=', at)
    .orderBy('nextTryAt')
    .limit(1)
    .executeTakeFirst()
}

/** Claims it, unless another process was faster. */
export async function claim(db: Db, id: string, by: string, at: string, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set({ claimedBy: by, claimedUntil: until })
    .where('id', '=', id)
    .where('claimedUntil', '<=', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The current connection, with a renewed claim; undefined when the claim was lost, or nothing may be reported
 * to it.
 */
export async function renewClaim(
  db: Db,
  id: string,
  by: string,
  until: string,
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable('scrobbleConnections')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .where('isPaused', '=', 0)
    .where('lostAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Changes a connection that this process has claimed. False when the claim was lost. */
export async function changeClaimed(
  db: Db,
  id: string,
  by: string,
  change: Partial<Pick<ConnectionRow, 'tries' | 'nextTryAt' | 'lostAt' | 'claimedBy' | 'claimedUntil'>>,
  sent = 0,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set((eb) => ({ ...change, scrobbleCount: eb('scrobbleCount', '+', sent) }))
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Queued plays in the order in which they were heard. */
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
 * Gives up plays that were started before this time.
 * @returns how many
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

/** Marks a connection whose key the service rejected, unless the key was renewed in the meantime. */
export async function markLost(db: Db, { id, sealedKey }: ConnectionRow, at: string): Promise<void> {
  await db
    .updateTable('scrobbleConnections')
    .set({ lostAt: at, nextTryAt: null })
    .where('id', '=', id)
    .where('sealedKey', '=', sealedKey)
    .execute()
}

export async function insertOauthState(db: Db, row: Schema['scrobbleAsks']): Promise<void> {
  await db.insertInto('scrobbleAsks').values(row).execute()
}

/** True only the first time. */
export async function consumeOauthState(db: Db, nonceHash: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scrobbleAsks')
    .where('nonceHash', '=', nonceHash)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Deletes expired states of authorisations, and plays so old that they can neither be reported nor sent
 * again.
 */
export async function deleteOld(db: Db, at: string, startedBefore: string): Promise<void> {
  await db.deleteFrom('scrobbleAsks').where('endsAt', '<=', at).execute()
  await db.deleteFrom('scrobbles').where('startedAt', '<', startedBefore).execute()
}
