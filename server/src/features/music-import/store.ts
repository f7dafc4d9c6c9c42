import type { Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'
import type { MusicFile } from './walk-music.ts'

/** Most paths in one statement. */
const PATHS_AT_ONCE = 500
/** Most rows in one statement: four values each, of the 32,766 that SQLite allows. */
const ROWS_AT_ONCE = 500

/** Those of these files that were imported before, by path, with their recorded state. */
export async function importedBefore(
  db: Database,
  files: readonly MusicFile[],
): Promise<Map<string, { sizeBytes: number; modifiedAt: number }>> {
  const known = new Map<string, { sizeBytes: number; modifiedAt: number }>()
  for (let start = 0; start < files.length; start += PATHS_AT_ONCE) {
    const paths = files.slice(start, start + PATHS_AT_ONCE).map(({ path }) => path)
    const rows = await db
      .selectFrom('importedFiles')
      .select(['path', 'sizeBytes', 'modifiedAt'])
      .where('path', 'in', paths)
      .execute()
    for (const { path, ...file } of rows) known.set(path, file)
  }
  return known
}

/** The id of the album that an earlier run created for this key. */
export async function albumOfKey(db: Database, albumKey: string): Promise<string | undefined> {
  const album = await db
    .selectFrom('importedAlbums')
    .select('albumId')
    .where('albumKey', '=', albumKey)
    .executeTakeFirst()
  return album?.albumId
}

/** Records the key of an album; call it with the transaction that adds the album. */
export async function noteAlbum(trx: Kysely<Schema>, albumKey: string, albumId: string): Promise<void> {
  await trx.insertInto('importedAlbums').values({ albumKey, albumId }).execute()
}

/** Records which file became which track; call it with the transaction that adds the tracks. */
export async function noteFiles(
  trx: Kysely<Schema>,
  files: readonly (Pick<MusicFile, 'path' | 'sizeBytes' | 'modifiedAt'> & { trackId: string })[],
): Promise<void> {
  for (let start = 0; start < files.length; start += ROWS_AT_ONCE) {
    const rows = files
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ path, sizeBytes, modifiedAt, trackId }) => ({ path, sizeBytes, modifiedAt, trackId }))
    await trx.insertInto('importedFiles').values(rows).execute()
  }
}
