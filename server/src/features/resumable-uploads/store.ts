import { sql, type Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { ResumableUploadsTables } from './tables.ts'

export type UploadRow = Selectable<ResumableUploadsTables['resumableUploads']>

export async function insertUpload(db: Executor, row: UploadRow): Promise<void> {
  await db.insertInto('resumableUploads').values(row).execute()
}

const selectUpload = prepared<{ id: string; userId: string; now: string }, UploadRow>((db, slot) =>
  db
    .selectFrom('resumableUploads')
    .selectAll()
    .where('id', '=', slot('id'))
    .where('userId', '=', slot('userId'))
    .where('expiresAt', '>', slot('now')),
)

/** An upload of that account that has not expired. */
export async function findUpload(
  db: Executor,
  id: string,
  userId: string,
  now: string,
): Promise<UploadRow | undefined> {
  return (await selectUpload(db, { id, userId, now }))[0]
}

/** All uploads that have not expired, oldest first. */
export async function openUploads(db: Executor, now: string): Promise<UploadRow[]> {
  return db.selectFrom('resumableUploads').selectAll().where('expiresAt', '>', now).orderBy('id').execute()
}

export async function prolong(db: Executor, id: string, expiresAt: string): Promise<void> {
  await db.updateTable('resumableUploads').set({ expiresAt }).where('id', '=', id).execute()
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('resumableUploads').where('id', '=', id).execute()
}

export async function expiredIds(db: Executor, now: string): Promise<string[]> {
  const rows = await db.selectFrom('resumableUploads').select('id').where('expiresAt', '<=', now).execute()
  return rows.map(({ id }) => id)
}

export async function isKnown(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('resumableUploads')
    .select(sql<number>`1`.as('one'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
