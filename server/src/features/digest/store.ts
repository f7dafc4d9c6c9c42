import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type DigestRow = Selectable<Schema['digests']>

/** Maximum number of accounts whose settings are compared at once. */
const CHANGED_AT_ONCE = 200

/** Settings that no row of `digests` corresponds to yet. */
export async function findChangedSettings(db: Db) {
  return db
    .selectFrom('notificationSettings')
    .leftJoin('digests', 'digests.userId', 'notificationSettings.userId')
    .select([
      'notificationSettings.userId',
      'notificationSettings.digest',
      'notificationSettings.timeZone',
      'digests.coveredUntil',
    ])
    .where('notificationSettings.digest', '<>', 'off')
    .where((eb) =>
      eb.or([
        eb('digests.userId', 'is', null),
        sql<boolean>`digests.rhythm <> notification_settings.digest`,
        eb('digests.timeZone', '<>', eb.ref('notificationSettings.timeZone')),
      ]),
    )
    .limit(CHANGED_AT_ONCE)
    .execute()
}

/** Stores when the next digest of an account is due. Two processes store the same. */
export async function putDigest(db: Db, row: Insertable<Schema['digests']>): Promise<void> {
  const { rhythm, timeZone, dueAt } = row
  await db
    .insertInto('digests')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ rhythm, timeZone, dueAt }))
    .execute()
}

/** The digest that has been due for the longest time. */
export async function findDueDigest(db: Db, at: string): Promise<DigestRow | undefined> {
  return db
    .selectFrom('digests')
    .selectAll()
    .where('dueAt', '<=', at)
    .orderBy('dueAt')
    .orderBy('userId')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Moves a digest to its next time. After that, no other process can send the digest that was due.
 * @returns false when another process was faster, or when the member has changed the settings meanwhile
 */
export async function moveDigest(
  db: Db,
  { userId, dueAt }: Pick<DigestRow, 'userId' | 'dueAt'>,
  next: { dueAt: string; coveredUntil?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digests')
    .set(next)
    .where('userId', '=', userId)
    .where('dueAt', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The rhythm of an account that has ended its digest not long ago. */
export async function lastRhythm(db: Db, userId: string): Promise<DigestRow['rhythm'] | undefined> {
  const row = await db.selectFrom('digests').select('rhythm').where('userId', '=', userId).executeTakeFirst()
  return row?.rhythm
}

export async function deleteDigest(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('digests').where('userId', '=', userId).execute()
}

export async function digestForExport(db: Db, userId: string) {
  const row = await db
    .selectFrom('digests')
    .select(['rhythm', 'timeZone', 'dueAt', 'coveredUntil'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
