import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Executor, isOneOf } from '#database/prepared.ts'
import { isAlbumInScope } from '#database/scoped.ts'

/** The names by which other programs refer to a playable track. */
export interface SongNames {
  id: string
  title: string
  fileName: string
  /** The names of the track's main artists as one text; null when the artists of the album apply. */
  artistName: string | null
  tagArtist: string | null
  albumTitle: string
  albumArtistName: string | null
}

/**
 * Maximum number of keys or names in one query, and of rows in one result, so that a query takes only a few
 * milliseconds.
 */
const ASKED_AT_ONCE = 500
const PAGE = 1000

/**
 * The playable tracks whose titles have one of these keys (see `matchKeyOf`), in batches; tracks with the same key are
 * sorted by age, oldest first. The event loop runs between the queries.
 */
export async function* songsOfKeys(
  db: Executor,
  keys: readonly number[],
): AsyncGenerator<readonly SongNames[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // The index is named because SQLite, without statistics, would read all tracks in the order of their ids.
  const tracks = isSqlite ? sql`tracks indexed by tracks_of_match_key` : sql`tracks`
  for (const some of chunksOf(keys)) {
    const hasKey = isSqlite
      ? sql<boolean>`tracks.match_key in (select value from json_each(${JSON.stringify(some)}))`
      : sql<boolean>`tracks.match_key = any(${some}::int[])`
    yield* pagesOf(db, tracks, hasKey)
  }
}

/** The playable tracks with these file names, in batches. */
export async function* songsOfFiles(
  db: Executor,
  fileNames: readonly string[],
): AsyncGenerator<readonly SongNames[]> {
  for (const some of chunksOf(fileNames))
    yield* pagesOf(db, sql`tracks`, isOneOf(db, 'tracks.file_name', sql`${some}`))
}

async function* pagesOf(
  db: Executor,
  tracks: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): AsyncGenerator<readonly SongNames[]> {
  const isInScope = isAlbumInScope(db, 'tracks.album_id')
  for (let id = ''; ;) {
    const { rows } = await sql<SongNames>`
      select tracks.id, tracks.title, tracks.file_name, tracks.artist_name, tracks.tag_artist,
        albums.title as album_title, albums.artist_name as album_artist_name
      from ${tracks} inner join open_albums as albums on albums.id = tracks.album_id
      where ${condition} and ${isInScope} and tracks.id > ${id} and tracks.file_name is not null and tracks.plain_title <> ''
      order by tracks.id limit ${PAGE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    await yieldToEventLoop()
    if (rows.length < PAGE) return
    id = last.id
  }
}

function chunksOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / ASKED_AT_ONCE) }, (_, index) =>
    list.slice(index * ASKED_AT_ONCE, (index + 1) * ASKED_AT_ONCE),
  )
}
