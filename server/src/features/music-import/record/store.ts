import type { Selectable } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

/** The record of a source file, with the values that were read from it. */
export type SourceRow = Selectable<Schema['importedSources']>
/** The values that the import last wrote into an album. */
export type ValuesRow = Selectable<Schema['importedValues']>

/**
 * The version of the code that reads files. Increment it when the import reads more from files. Files that an older
 * version has read are then read again once.
 */
export const READER = 3

/** Maximum number of paths in one statement. */
const PATHS_AT_ONCE = 500

const selectByPath = prepared<{ paths: readonly string[] }, SourceRow>((db, slot) =>
  db
    .selectFrom('importedSources')
    .selectAll()
    .where(isOneOf(db, 'path', slot('paths'))),
)
const selectByInode = prepared<{ inodes: readonly string[] }, SourceRow>((db, slot) =>
  db
    .selectFrom('importedSources')
    .selectAll()
    .where(isOneOf(db, 'inode', slot('inodes'))),
)
const selectOfAlbum = prepared<{ albumId: string }, SourceRow>((db, slot) =>
  db.selectFrom('importedSources').selectAll().where('albumId', '=', slot('albumId')),
)

/** The records of those of the given paths that were imported before, by path. */
export async function sourcesAt(db: Executor, paths: readonly string[]): Promise<Map<string, SourceRow>> {
  const known = new Map<string, SourceRow>()
  for (let start = 0; start < paths.length; start += PATHS_AT_ONCE) {
    const rows = await selectByPath(db, { paths: paths.slice(start, start + PATHS_AT_ONCE) })
    for (const row of rows) known.set(row.path, row)
  }
  return known
}

/** Records with one of these inodes, whatever their paths. */
export async function sourcesWithInode(db: Executor, inodes: readonly string[]): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for (let start = 0; start < inodes.length; start += PATHS_AT_ONCE)
    rows.push(...(await selectByInode(db, { inodes: inodes.slice(start, start + PATHS_AT_ONCE) })))
  return rows
}

export async function hasSources(db: Executor): Promise<boolean> {
  const row = await db.selectFrom('importedSources').select('path').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function sourcesOfAlbum(db: Executor, albumId: string): Promise<SourceRow[]> {
  return selectOfAlbum(db, { albumId })
}

/** The records of files below a folder whose paths come after a path, in the order of paths. */
export async function sourcesBelow(
  db: Executor,
  folder: string,
  after: string,
  limit: number,
): Promise<SourceRow[]> {
  const start = `${folder.replace(/\/+$/, '')}/`
  return db
    .selectFrom('importedSources')
    .selectAll()
    .where((eb) => eb(eb.fn('substr', ['path', eb.val(1), eb.val(Array.from(start).length)]), '=', start))
    .where('path', '>', after)
    .orderBy('path')
    .limit(limit)
    .execute()
}

/** An album with the key by which imports find it. */
export interface KeyedAlbum {
  albumKey: string
  albumId: string
}

const selectAlbums = prepared<{ albumKey: string; nameKey: string }, KeyedAlbum>((db, slot) =>
  db
    .selectFrom('importedAlbums')
    .select(['albumKey', 'albumId'])
    .where((eb) => eb.or([eb('albumKey', '=', slot('albumKey')), eb('nameKey', '=', slot('nameKey'))])),
)

/** The album with this key, and the albums that share its title and artist. */
export async function albumsOfKey(
  db: Executor,
  keys: { albumKey: string; nameKey: string },
): Promise<KeyedAlbum[]> {
  return selectAlbums(db, keys)
}

const selectValues = prepared<{ albumId: string }, ValuesRow>((db, slot) =>
  db.selectFrom('importedValues').selectAll().where('albumId', '=', slot('albumId')),
)

export async function valuesOf(db: Executor, albumId: string): Promise<ValuesRow | undefined> {
  const [values] = await selectValues(db, { albumId })
  return values
}

/** An album with its key and the values that the import has written into it. */
export interface AlbumRecord {
  keys: { key: string; nameKey: string }
  values: ValuesRow
}

/** Records the keys of albums, and the values that the import has written into them. */
export async function recordAlbums(trx: Executor, albums: readonly AlbumRecord[]): Promise<void> {
  const keyed = albums.map(({ keys: { key, nameKey }, values: { albumId } }) => ({
    albumKey: key,
    nameKey,
    albumId,
  }))
  await upsertKeys(trx, keyed)
  await upsertValues(
    trx,
    albums.map(({ values }) => values),
  )
}

const upsertKeys = insertRows<Selectable<Schema['importedAlbums']>>(
  'imported_albums',
  { albumKey: 'text', nameKey: 'text', albumId: 'text' },
  'on conflict (album_key) do update set album_id = excluded.album_id, name_key = excluded.name_key',
)

const upsertValues = insertRows<ValuesRow>(
  'imported_values',
  {
    albumId: 'text',
    tagTitle: 'text',
    title: 'text',
    artist: 'text',
    artists: 'text',
    genres: 'text',
    releaseYear: 'integer',
    type: 'text',
    coverName: 'text',
    coverSource: 'text',
  },
  `on conflict (album_id) do update set tag_title = excluded.tag_title, title = excluded.title,
    artist = excluded.artist, artists = excluded.artists,
    genres = excluded.genres, release_year = excluded.release_year,
    type = excluded.type, cover_name = excluded.cover_name, cover_source = excluded.cover_source`,
)

/** Records the values that the import has written into an album. */
export async function recordAlbumValues(trx: Executor, values: ValuesRow): Promise<void> {
  await upsertValues(trx, [values])
}

/** Updates the record of a further file that has become the track's own file. */
export async function recordPromotion(trx: Executor, trackFileId: string, storedAt: string): Promise<void> {
  await trx
    .updateTable('importedSources')
    .set({ trackFileId: null, storedAt })
    .where('trackFileId', '=', trackFileId)
    .execute()
}

/** Removes the records of these paths. */
export async function removeSources(trx: Executor, paths: readonly string[]): Promise<void> {
  for (let start = 0; start < paths.length; start += PATHS_AT_ONCE)
    await trx
      .deleteFrom('importedSources')
      .where('path', 'in', paths.slice(start, start + PATHS_AT_ONCE))
      .execute()
}

const COLUMNS = {
  path: 'text',
  inode: 'text',
  sizeBytes: 'bigint',
  modifiedAt: 'bigint',
  albumId: 'text',
  videoId: 'text',
  trackId: 'text',
  trackFileId: 'text',
  storedAt: 'text',
  sortKey: 'text',
  title: 'text',
  artists: 'text',
  reader: 'integer',
  lyricsTrackId: 'text',
} as const

const upsertSources = insertRows<SourceRow>(
  'imported_sources',
  COLUMNS,
  `on conflict (path) do update set inode = excluded.inode, size_bytes = excluded.size_bytes,
    modified_at = excluded.modified_at, album_id = excluded.album_id, video_id = excluded.video_id,
    track_id = excluded.track_id, track_file_id = excluded.track_file_id, stored_at = excluded.stored_at,
    sort_key = excluded.sort_key, title = excluded.title, artists = excluded.artists, reader = excluded.reader,
    lyrics_track_id = excluded.lyrics_track_id`,
)

/** Stores records of source files. Call it in the transaction that writes their values to the catalog. */
export async function recordSources(trx: Executor, rows: readonly SourceRow[]): Promise<void> {
  await upsertSources(trx, rows)
}
