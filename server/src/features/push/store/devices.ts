import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import { lockFor } from '#database/postgres-lock.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Maximum number of devices of one account. Each belongs to a session, of which there are at most as many. */
const DEVICES_MAX = 20

function selectDevices(db: Db) {
  return db
    .selectFrom('pushDevices')
    .innerJoin('sessions', 'sessions.id', 'pushDevices.sessionId')
    .select([
      'pushDevices.id',
      'pushDevices.sessionId',
      'pushDevices.lastDeliveredAt',
      'sessions.name',
      'sessions.browser',
      'sessions.deviceType',
    ])
}
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Newest first. */
export async function listDevices(db: Db, userId: string, at: string) {
  return selectDevices(db)
    .where('pushDevices.userId', '=', userId)
    .where('sessions.idleEndsAt', '>', at)
    .where('sessions.endsAt', '>', at)
    .orderBy('pushDevices.createdAt', 'desc')
    .orderBy('pushDevices.id', 'desc')
    .limit(DEVICES_MAX)
    .execute()
}

/**
 * Stores the device of a session. It replaces an earlier device of the session, and the same browser in another
 * session: only the browser knows its subscription, so the account that sends it now is the one that uses the browser.
 */
export async function putDevice(db: Database, row: Insertable<Schema['pushDevices']>): Promise<DeviceRow> {
  return db.transaction().execute(async (trx) => {
    // Two calls that each replace the row of the other would wait for each other.
    await lockFor(trx, db.kind, 'pushDevices')
    await trx
      .deleteFrom('pushDevices')
      .where((eb) => eb.or([eb('sessionId', '=', row.sessionId), eb('endpointHash', '=', row.endpointHash)]))
      .execute()
    await trx.insertInto('pushDevices').values(row).execute()
    return selectDevices(trx).where('pushDevices.id', '=', row.id).executeTakeFirstOrThrow()
  })
}

/** The name, the browser and the device type of a session. */
export async function sessionOf(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['name', 'browser', 'deviceType'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/** Ids of accounts that have devices, in ascending order from `after` on; with `userIds` only those among them. */
export async function accountsWithDevices(
  db: Db,
  userIds: readonly string[] | null,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('pushDevices')
    .select('userId')
    .distinct()
    .where('userId', '>', after)
    .$if(userIds !== null, (query) => query.where('userId', 'in', userIds ?? []))
    .orderBy('userId')
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

export async function isDeviceOf(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('pushDevices')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pushDevices')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes a device whose subscription has ended. A subscription that has taken its place stays. */
export async function deleteEndedDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushDevices').where('id', '=', id).execute()
}

/** Stores when these devices got a message. Devices that are being changed or deleted at this moment are skipped. */
export async function stampDelivered(
  db: Db,
  kind: Database['kind'],
  ids: readonly string[],
  at: string,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('pushDevices')
    .set({ lastDeliveredAt: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pushDevices')
        .select('id')
        .where('id', 'in', ids)
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .execute()
}

/** Names and times for the account export; no address and no keys, which would let their reader send messages. */
export async function devicesForExport(db: Db, userId: string) {
  return db
    .selectFrom('pushDevices')
    .innerJoin('sessions', 'sessions.id', 'pushDevices.sessionId')
    .select(['sessions.browser', 'pushDevices.host', 'pushDevices.createdAt', 'pushDevices.lastDeliveredAt'])
    .where('pushDevices.userId', '=', userId)
    .orderBy('pushDevices.createdAt')
    .limit(DEVICES_MAX)
    .execute()
}
