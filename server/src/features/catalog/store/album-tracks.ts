import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { type AlbumRow, versionOfArchive } from './album-rows.ts'
import type { Track } from './find-tracks.ts'
import { albumsWithNotes } from './liner-notes.ts'
import { type NamedArtist, type NamedArtists, namedArtists } from './named-artists.ts'

/** A track as part of its album. */
export type AlbumTrack = Pick<Track, 'id' | 'title' | 'durationSeconds' | 'fileName' | 'needsConversion'>

/** An album with its tracks in order. */
export interface Album extends AlbumRow {
  tracks: readonly AlbumTrack[]
}

/** An album with its artists and those of its tracks. */
export interface AlbumWithArtists extends Album {
  artists: readonly NamedArtist[]
  artistsOf: NamedArtists['ofTrack']
  hasNotes: boolean
}

/** The tracks of several albums, in album order, at one version of the archive. */
export interface TracksOfAlbums {
  /** The version of the archive at which the tracks were read; undefined when there are no tracks. */
  version: number | undefined
  of(albumId: string): readonly AlbumTrack[]
}

const selectTracks = prepared<{ ids: readonly string[] }, AlbumTrack & { albumId: string; version: number }>(
  (db, slot) =>
    db
      .selectFrom('tracks')
      .select(['albumId', 'id', 'title', 'durationSeconds', 'fileName', 'needsConversion', versionOfArchive])
      .where(isOneOf(db, 'tracks.albumId', slot('ids')))
      .orderBy('albumId')
      .orderBy('position'),
)

/** The tracks of several albums, in one query. */
export async function tracksOfAlbums(db: Executor, albumIds: readonly string[]): Promise<TracksOfAlbums> {
  const rows = albumIds.length === 0 ? [] : await selectTracks(db, { ids: albumIds })
  const tracks = Map.groupBy(rows, ({ albumId }) => albumId)
  return { version: rows[0]?.version, of: (albumId) => tracks.get(albumId) ?? [] }
}

/** Returns the albums, each with its tracks. */
export async function withTracks(db: Executor, albums: readonly AlbumRow[]): Promise<Album[]> {
  const tracks = await tracksOfAlbums(
    db,
    albums.map(({ id }) => id),
  )
  return albums.map((album) => ({ ...album, tracks: tracks.of(album.id) }))
}

/**
 * Returns the albums with their artists and tracks, and the version of the archive, which is read with the tracks.
 * Artists and liner notes are read before the tracks, so that they are not newer than the version.
 */
export async function withArtists(
  db: Executor,
  albums: readonly AlbumRow[],
): Promise<{ version: number | undefined; albums: AlbumWithArtists[] }> {
  const ids = albums.map(({ id }) => id)
  const named = await namedArtists(db, ids)
  const noted = await albumsWithNotes(db, ids)
  const tracks = await tracksOfAlbums(db, ids)
  return {
    version: tracks.version,
    albums: albums.map((album) => ({
      ...album,
      tracks: tracks.of(album.id),
      artists: named.ofAlbum(album.id),
      artistsOf: (trackId, role) => named.ofTrack(trackId, role),
      hasNotes: noted.has(album.id),
    })),
  }
}
