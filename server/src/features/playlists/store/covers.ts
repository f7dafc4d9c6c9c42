import type { Selectable } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type CoverRow = Selectable<Schema['playlistCovers']>

/** Finds an uploaded image. Undefined for an unknown name, and for an image that was replaced. */
export async function findShownCover(
  db: Executor,
  name: string,
): Promise<{ playlistId: string; storageName: string } | undefined> {
  return db
    .selectFrom('playlistCovers')
    .innerJoin('playlists', 'playlists.id', 'playlistCovers.playlistId')
    .select(['playlists.id as playlistId', 'playlistCovers.storageName'])
    .where('playlistCovers.name', '=', name)
    .executeTakeFirst()
}

const selectByPlaylists = prepared<
  { ids: readonly string[] },
  Pick<Selectable<Schema['playlistCovers']>, 'playlistId' | 'name'>
>((db, slot) =>
  db
    .selectFrom('playlistCovers')
    .select(['playlistId', 'name'])
    .where(isOneOf(db, 'playlistId', slot('ids'))),
)

/** The names of the images that were uploaded for playlists, by playlist. */
export async function coversOf(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await selectByPlaylists(db, { ids })
  return new Map(rows.flatMap(({ playlistId, name }) => (playlistId === null ? [] : [[playlistId, name]])))
}

export async function insertCover(trx: Executor, row: CoverRow): Promise<void> {
  await trx.insertInto('playlistCovers').values(row).execute()
}

/** Detaches the image from its playlist. The file is removed afterwards. */
export async function releaseCover(trx: Executor, playlistId: string): Promise<void> {
  await trx
    .updateTable('playlistCovers')
    .set({ playlistId: null })
    .where('playlistId', '=', playlistId)
    .execute()
}

/** Images that belong to no playlist any more. */
export async function releasedCovers(db: Executor, limit: number): Promise<CoverRow[]> {
  return db
    .selectFrom('playlistCovers')
    .selectAll()
    .where('playlistId', 'is', null)
    .orderBy('name')
    .limit(limit)
    .execute()
}

export async function deleteCovers(db: Executor, names: readonly string[]): Promise<void> {
  await db.deleteFrom('playlistCovers').where('name', 'in', names).execute()
}

/** Those of the given files to which a row refers. */
export async function usedFiles(db: Executor, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('playlistCovers')
    .select('storageName')
    .where('storageName', 'in', names)
    .execute()
  return new Set(rows.map(({ storageName }) => storageName))
}
