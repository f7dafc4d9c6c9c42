import { type Kysely, sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Maximum number of messages that wait for one device. Further ones are not stored. */
const WAITING_MAX = 50
/** Maximum number of rows that one statement inserts. */
const ROWS_AT_ONCE = 1000

/** A message with what is needed to send it. */
export type DueMessage = Awaited<ReturnType<typeof findDue>>[number]

interface Times {
  at: string
  expiresAt: string
}

/** Queues a notice for all devices of these accounts, except devices for which it is already queued. */
export async function queueNotice(
  db: Db,
  userIds: readonly string[],
  noticeId: string,
  times: Times,
): Promise<void> {
  if (userIds.length === 0) return
  const devices = await db
    .selectFrom('pushDevices')
    .select('id')
    .where('userId', 'in', userIds)
    .where(
      (eb) =>
        eb
          .selectFrom('pushMessages')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('pushMessages.deviceId', '=', 'pushDevices.id'),
      '<',
      WAITING_MAX,
    )
    .execute()
  for (let from = 0; from < devices.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('pushMessages')
      .values(devices.slice(from, from + ROWS_AT_ONCE).map(({ id }) => messageRow(id, noticeId, times)))
      .onConflict((conflict) => conflict.columns(['deviceId', 'noticeId']).doNothing())
      .execute()
}

/** Queues the sample message for one device. */
export async function queueSample(db: Db, deviceId: string, times: Times): Promise<void> {
  await db
    .insertInto('pushMessages')
    .values(messageRow(deviceId, null, times))
    .execute()
}

function messageRow(deviceId: string, noticeId: string | null, { at, expiresAt }: Times) {
  return { id: newId(), deviceId, noticeId, tries: 0, nextTryAt: at, expiresAt }
}

/** The messages that have been due for the longest time, without those for the given hosts. */
export async function findDue(db: Db, at: string, limit: number, busyHosts: readonly string[]) {
  return db
    .selectFrom('pushMessages')
    .innerJoin('pushDevices', 'pushDevices.id', 'pushMessages.deviceId')
    .innerJoin('sessions', 'sessions.id', 'pushDevices.sessionId')
    .select([
      'pushMessages.id',
      'pushMessages.deviceId',
      'pushMessages.noticeId',
      'pushMessages.tries',
      'pushMessages.nextTryAt',
      'pushMessages.expiresAt',
      'pushDevices.userId',
      'pushDevices.endpoint',
      'pushDevices.host',
      'pushDevices.p256dh',
      'pushDevices.auth',
      // Sessions that have expired still have a row until the cleanup deletes it.
      sql<number>`case when sessions.idle_ends_at > ${at} and sessions.ends_at > ${at} then 1 else 0 end`.as(
        'isSessionValid',
      ),
    ])
    .where('pushMessages.nextTryAt', '<=', at)
    .$if(busyHosts.length > 0, (query) => query.where('pushDevices.host', 'not in', busyHosts))
    .orderBy('pushMessages.nextTryAt')
    .orderBy('pushMessages.id')
    .limit(limit)
    .execute()
}

/**
 * Claims messages that are due at `at` until `until`, all in one statement.
 * @returns the ids of those that no other process has claimed before
 */
export async function claimMessages(
  db: Db,
  ids: readonly string[],
  { at, until }: { at: string; until: string },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .updateTable('pushMessages')
    .set({ nextTryAt: until })
    .where('id', 'in', ids)
    .where('nextTryAt', '<=', at)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Those of these messages that no other transaction has locked. A transaction that has locked a message deletes it
 * itself, and waiting for its locks could cause a deadlock.
 */
function unlocked(db: Db, kind: Database['kind'], ids: readonly string[]) {
  return db
    .selectFrom('pushMessages')
    .select('id')
    .where('id', 'in', ids)
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
}

export async function deleteMessages(db: Db, kind: Database['kind'], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('pushMessages')
    .where('id', 'in', unlocked(db, kind, ids))
    .execute()
}

export async function postponeMessage(db: Db, id: string, tries: number, nextTryAt: string): Promise<void> {
  await db.updateTable('pushMessages').set({ tries, nextTryAt }).where('id', '=', id).execute()
}

export async function deleteExpiredMessages(db: Db, at: string): Promise<void> {
  await db.deleteFrom('pushMessages').where('expiresAt', '<=', at).execute()
}

/** Keeps messages that were sent until they expire, so that their notice is not queued for the device again. */
export async function keepUntilExpired(
  db: Db,
  kind: Database['kind'],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('pushMessages')
    .set((eb) => ({ nextTryAt: eb.ref('expiresAt') }))
    .where('id', 'in', unlocked(db, kind, ids))
    .execute()
}
