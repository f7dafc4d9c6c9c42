import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { albumColumns, type AlbumRow } from './album-rows.ts'
import { isPlayable } from './playable.ts'

/**
 * The searchable text of a row. A search may match words in `context`, but at least one of its words must match
 * `title`.
 */
interface SearchableText {
  title: string
  context?: string
}

interface SongRow {
  id: string
  title: string
  fileName: string | null
  artistName: string | null
  albumArtistName: string | null
  albumTitle: string
}

const selectSongs = prepared<{ ids: readonly string[] }, SongRow>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.fileName',
      'tracks.artistName',
      'albums.artistName as albumArtistName',
      'albums.title as albumTitle',
    ])
    .where(isOneOf(db, 'tracks.id', slot('ids'))),
)

const selectSongIds = prepared<{ albumIds: readonly string[] }, { id: string }>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .select('id')
    .where(isOneOf(db, 'albumId', slot('albumIds')))
    .orderBy('albumId')
    .orderBy('position'),
)

/** The ids of all tracks of these albums, in their order. */
export async function songIdsOf(db: Executor, albumIds: readonly string[]): Promise<string[]> {
  return (await selectSongIds(db, { albumIds })).map(({ id }) => id)
}

/** The searchable texts of playable tracks. */
export async function textsOfSongs(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, SearchableText>> {
  const rows = await selectSongs(db, { ids })
  return new Map(
    rows.filter(isPlayable).map(({ id, title, artistName, albumArtistName, albumTitle }) => {
      const context = `${artistName ?? ''} ${albumArtistName ?? ''} ${albumTitle}`
      return [id, { title, context }]
    }),
  )
}

const selectAlbums = prepared<
  { ids: readonly string[] },
  { id: string; title: string; artistName: string | null }
>((db, slot) =>
  db
    .selectFrom('openAlbums as albums')
    .select(['id', 'title', 'artistName'])
    .where(isOneOf(db, 'id', slot('ids'))),
)

export async function textsOfAlbums(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, SearchableText>> {
  const rows = await selectAlbums(db, { ids })
  return new Map(rows.map(({ id, title, artistName }) => [id, { title, context: artistName ?? '' }]))
}

const selectArtists = prepared<{ ids: readonly string[] }, { id: string; name: string }>((db, slot) =>
  db
    .selectFrom('openArtists')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', slot('ids'))),
)

/** Artists by id, in one query. */
export async function artistsByIds(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  return new Map((await selectArtists(db, { ids })).map((row) => [row.id, row]))
}

export async function textsOfArtists(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, SearchableText>> {
  return new Map((await selectArtists(db, { ids })).map(({ id, name }) => [id, { title: name }]))
}

/** An album as a hit of a search. */
export interface AlbumHit extends AlbumRow {
  trackCount: number
}

const selectAlbumHits = prepared<{ ids: readonly string[] }, AlbumHit>((db, slot) =>
  db
    .selectFrom('openAlbums as albums')
    .select(albumColumns)
    .select((eb) =>
      eb
        .selectFrom('openTracks as tracks')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('tracks.albumId', '=', 'albums.id')
        .as('trackCount'),
    )
    .where(isOneOf(db, 'albums.id', slot('ids'))),
)

/** Albums by id, in one query. */
export async function albumsByIds(db: Executor, ids: readonly string[]): Promise<Map<string, AlbumHit>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectAlbumHits(db, { ids })).map((row) => [row.id, row]))
}
