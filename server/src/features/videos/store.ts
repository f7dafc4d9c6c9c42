import type { Selectable } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { VideosTables } from './tables.ts'

export type VideoRow = Selectable<VideosTables['videos']>

const selectPage = prepared<{ limit: number; offset: number }, VideoRow>((db, slot) =>
  db
    .selectFrom('videos')
    .selectAll()
    .orderBy('uploadDate', 'desc')
    .orderBy('id', 'desc')
    .limit(slot('limit'))
    .offset(slot('offset')),
)

/** A page of the videos, newest day first. Of videos with the same day, the last added comes first. */
export async function videoPage(db: Executor, page: { limit: number; offset: number }): Promise<VideoRow[]> {
  return selectPage(db, page)
}

export async function countVideos(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('videos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

const selectByFile = prepared<{ fileName: string }, Pick<VideoRow, 'storageName' | 'format'>>((db, slot) =>
  db.selectFrom('videos').select(['storageName', 'format']).where('fileName', '=', slot('fileName')),
)

export async function fileOfVideo(
  db: Executor,
  fileName: string,
): Promise<Pick<VideoRow, 'storageName' | 'format'> | undefined> {
  return (await selectByFile(db, { fileName }))[0]
}

const selectThumbnail = prepared<{ name: string }, Pick<VideoRow, 'thumbnailStorageName'>>((db, slot) =>
  db.selectFrom('videos').select('thumbnailStorageName').where('thumbnailName', '=', slot('name')),
)

/** Finds the storage name of the thumbnail with this name. */
export async function findThumbnail(db: Executor, name: string): Promise<string | undefined> {
  const [row] = await selectThumbnail(db, { name })
  return row?.thumbnailStorageName ?? undefined
}

export async function findVideo(db: Executor, id: string): Promise<VideoRow | undefined> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst()
}

const selectByIds = prepared<{ ids: readonly string[] }, VideoRow>((db, slot) =>
  db
    .selectFrom('videos')
    .selectAll()
    .where(isOneOf(db, 'id', slot('ids'))),
)

/** Videos by id, in one query. */
export async function videosByIds(db: Executor, ids: readonly string[]): Promise<Map<string, VideoRow>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectByIds(db, { ids })).map((row) => [row.id, row]))
}

export async function insertVideo(db: Executor, row: VideoRow): Promise<void> {
  await db.insertInto('videos').values(row).execute()
}

/** Sets the title, description and date of a video. */
export async function updateVideoText(
  db: Executor,
  { id, title, description, uploadDate }: VideoRow,
): Promise<void> {
  await db.updateTable('videos').set({ title, description, uploadDate }).where('id', '=', id).execute()
}

/** Sets a video's thumbnail, and replaces an existing one. */
export async function replaceThumbnail(
  db: Executor,
  { id, thumbnailName, thumbnailStorageName }: VideoRow,
): Promise<void> {
  await db.updateTable('videos').set({ thumbnailName, thumbnailStorageName }).where('id', '=', id).execute()
}

/** @returns whether the video existed */
export async function deleteVideoRow(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('videos').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Videos without a thumbnail for which there were fewer than `tries` attempts to make one. */
export async function videosWithoutThumbnail(db: Executor, tries: number): Promise<VideoRow[]> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('thumbnailName', 'is', null)
    .where('posterTries', '<', tries)
    .orderBy('id')
    .execute()
}

export async function recordPosterAttempt(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('videos')
    .set((eb) => ({ posterTries: eb('posterTries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Sets a video's thumbnail, unless it has one or was deleted.
 * @returns whether it was set
 */
export async function setThumbnail(
  db: Executor,
  id: string,
  thumbnail: Pick<VideoRow, 'thumbnailName' | 'thumbnailStorageName'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set(thumbnail)
    .where('id', '=', id)
    .where('thumbnailName', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Those of the given storage names that a video refers to. */
export async function usedFiles(db: Executor, names: readonly string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('videos')
    .select(['storageName', 'thumbnailStorageName'])
    .where((eb) => eb.or([eb('storageName', 'in', names), eb('thumbnailStorageName', 'in', names)]))
    .execute()
  return new Set(rows.flatMap((row) => [row.storageName, row.thumbnailStorageName]))
}
