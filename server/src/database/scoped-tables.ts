import { type RawBuilder, sql } from 'kysely'
import type { ArchiveScope } from './archive-scope.ts'
import type { Database } from './open.ts'

type Condition = RawBuilder<boolean>

/** Conditions for rows that belong to an album in a scope. */
export interface ScopeConditions {
  /** For rows of `albums`, or of something with this alias and the same columns. */
  isAlbum: Condition
  isAlbumId: (column: string) => Condition
  isTrackId: (column: string) => Condition
  isArtistId: (column: string) => Condition
}

export function conditionsOf(
  { types, albumIds }: Exclude<ArchiveScope['albums'], 'all'>,
  kind: Database['kind'],
): ScopeConditions {
  const isIn = (column: string, values: readonly string[]): Condition =>
    kind === 'sqlite'
      ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
      : sql`${sql.ref(column)} = any(${values}::text[])`
  // The types are in the text of the statement: SQLite would make a temporary table from a list in a parameter. The plus
  // keeps it from using the index of the types, because it would then sort all albums of these types for one page.
  const typeOf = kind === 'sqlite' ? sql`+albums.type` : sql`albums.type`
  const isType: Condition = sql`${typeOf} in (${sql.join(types.map((type) => sql.lit(type)))})`
  const isAlbum: Condition =
    types.length === 0
      ? isIn('albums.id', albumIds)
      : albumIds.length === 0
        ? isType
        : sql`(${isType} or ${isIn('albums.id', albumIds)})`
  const isAlbumId = (column: string): Condition =>
    types.length === 0
      ? isIn(column, albumIds)
      : sql`exists (select 1 from albums where albums.id = ${sql.ref(column)} and ${isAlbum})`
  return {
    isAlbum,
    isAlbumId,
    isTrackId: (column) =>
      sql`exists (select 1 from tracks where tracks.id = ${sql.ref(column)} and ${isAlbumId('tracks.album_id')})`,
    isArtistId: (column) =>
      sql`(exists (select 1 from album_artists where album_artists.artist_id = ${sql.ref(column)}
          and ${isAlbumId('album_artists.album_id')})
        or exists (select 1 from track_artists inner join tracks on tracks.id = track_artists.track_id
          where track_artists.artist_id = ${sql.ref(column)} and ${isAlbumId('tracks.album_id')}))`,
  }
}

/** Tables with rows that belong to an album. */
const OF_ALBUM = [
  'album_artists',
  'album_credits',
  'album_former_titles',
  'album_genres',
  'liner_notes',
  'open_tracks',
  'premieres',
  'tracks',
] as const
/** Tables with rows that belong to a track, except tables whose rows only the member who owns them reads. */
const OF_TRACK = [
  'track_artists',
  'track_files',
  'track_former_files',
  'track_lyrics',
  'track_plays',
  'track_sounds',
] as const
/** In `search_postings`, this number is added to the id of a document for words that only its context contains. */
const CONTEXT = 2 ** 44

/** The SQL that replaces each table. Tables without an entry are read as they are. */
export function tablesInScope(
  conditions: ScopeConditions | undefined,
  hasVideos: boolean,
): ReadonlyMap<string, RawBuilder<unknown>> {
  const tables = new Map<string, RawBuilder<unknown>>()
  const limit = (name: string, condition: Condition) =>
    void tables.set(name, sql`(select * from ${sql.table(name)} where ${condition})`)
  if (!hasVideos) limit('videos', sql`1 = 0`)
  const isDocument = documentCondition(conditions, hasVideos)
  limit('search_documents', isDocument)
  limit(
    'search_postings',
    sql`exists (select 1 from search_documents
      where search_documents.id = search_postings.document % ${sql.lit(CONTEXT)} and ${isDocument})`,
  )
  if (conditions === undefined) return tables
  const { isAlbum, isAlbumId, isTrackId, isArtistId } = conditions
  limit('albums', isAlbum)
  tables.set('open_albums', sql`(select * from open_albums as albums where ${isAlbum})`)
  for (const name of OF_ALBUM) limit(name, isAlbumId(`${name}.album_id`))
  for (const name of OF_TRACK) limit(name, isTrackId(`${name}.track_id`))
  for (const name of ['artists', 'open_artists']) limit(name, isArtistId(`${name}.id`))
  limit('covers', sql`exists (select 1 from albums where albums.cover_name = covers.name and ${isAlbum})`)
  tables.set(
    'album_totals',
    sql`(select type, coalesce(release_year, 0) as year, cast(count(*) as integer) as albums
      from open_albums as albums where ${isAlbum} group by type, coalesce(release_year, 0))`,
  )
  tables.set(
    'archive_state',
    sql`(select id, version, (select cast(coalesce(sum(playable_tracks), 0) as integer)
      from open_albums as albums where ${isAlbum}) as playable_tracks from archive_state)`,
  )
  return tables
}

/** The condition for rows of `search_documents`. The search itself checks access to playlists and messages. */
function documentCondition(conditions: ScopeConditions | undefined, hasVideos: boolean): Condition {
  const kind = sql.ref('search_documents.kind')
  const ref = 'search_documents.ref'
  const isVideoOpen: Condition = hasVideos ? sql`1 = 1` : sql`${kind} <> 'video'`
  if (conditions === undefined) return isVideoOpen
  return sql`(${isVideoOpen} and case
    when ${kind} in ('song', 'lyrics') then ${conditions.isTrackId(ref)}
    when ${kind} = 'album' then ${conditions.isAlbumId(ref)}
    when ${kind} = 'artist' then ${conditions.isArtistId(ref)}
    else true end)`
}
