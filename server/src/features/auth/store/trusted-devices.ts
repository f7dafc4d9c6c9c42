import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Maximum number of trusted devices of an account. */
const DEVICES_MAX = 20

/** The trusted devices of an account, newest first. */
export async function listTrustedDevices(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('trustedDevices')
    .select(['id', 'browser', 'deviceType', 'sessionId', 'endsAt'])
    .where('userId', '=', userId)
    .where('endsAt', '>', now.toISOString())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(DEVICES_MAX)
    .execute()
}

/** Stores a trusted device, and forgets the oldest ones of the account if it has too many. */
export async function insertTrustedDevice(db: Db, row: Insertable<Schema['trustedDevices']>): Promise<void> {
  await db.insertInto('trustedDevices').values(row).execute()
  const surplus = await db
    .selectFrom('trustedDevices')
    .select('id')
    .where('userId', '=', row.userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(DEVICES_MAX)
    .limit(1000)
    .execute()
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('trustedDevices').where('id', 'in', ids).execute()
}

/** The id of the trusted device with this secret; undefined when it is not trusted by this account. */
export async function findTrustedDevice(
  db: Db,
  userId: string,
  secretHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('trustedDevices')
    .select('id')
    .where('userId', '=', userId)
    .where('secretHash', '=', secretHash)
    .where('endsAt', '>', now.toISOString())
    .executeTakeFirst()
  return row?.id
}

export async function setDeviceSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable('trustedDevices').set({ sessionId }).where('id', '=', id).execute()
}

/** Ends the trust in all devices of an account, or in the one with this id, and returns their ids. */
export async function deleteTrustedDevices(db: Db, userId: string, id?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('trustedDevices')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('trustedDevices').where('endsAt', '<=', now.toISOString()).execute()
}
