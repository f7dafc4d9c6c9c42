import type { AlbumType } from '@tonarchiv/contract/catalog'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { artistsOfAlbums, type NamedArtist } from '../named-artists.ts'
import { isPlayable } from '../playable.ts'
import { artistsOfTracks, genresOfAlbums } from './named.ts'

/** The album of a listed song. */
export interface AlbumOfSong {
  id: string
  title: string
  type: AlbumType
  releaseYear: number | null
  coverName: string | null
  /** The names of the artists as one text; null without artists. */
  artistName: string | null
  artists: readonly NamedArtist[]
  genres: readonly string[]
}

/** A playable track with the data that apps of other makers show in a list. */
export interface ListedSong {
  id: string
  title: string
  /** Position in the album, from 0. */
  position: number
  durationSeconds: number
  fileName: string
  format: string | null
  sizeBytes: number | null
  /** Bits per second. */
  bitrate: number | null
  sampleRate: number | null
  channels: number | null
  createdAt: string
  /**
   * The names of the track's main artists, otherwise those of the album's artists, as one text. Null without artists.
   */
  artistName: string | null
  /** The track's main artists, otherwise the artists of the album. */
  artists: readonly NamedArtist[]
  features: readonly NamedArtist[]
  album: AlbumOfSong
}

type SongRow = Omit<ListedSong, 'album' | 'artists' | 'features' | 'fileName'> & {
  fileName: string | null
  albumId: string
  albumTitle: string
  albumType: AlbumType
  releaseYear: number | null
  coverName: string | null
  albumArtistName: string | null
}

const columns = [
  'tracks.id',
  'tracks.title',
  'tracks.position',
  'tracks.durationSeconds',
  'tracks.fileName',
  'tracks.format',
  'tracks.sizeBytes',
  'tracks.bitrate',
  'tracks.sampleRate',
  'tracks.channels',
  'tracks.createdAt',
  'tracks.artistName',
  'albums.id as albumId',
  'albums.title as albumTitle',
  'albums.type as albumType',
  'albums.releaseYear',
  'albums.coverName',
  'albums.artistName as albumArtistName',
] as const

const selectByIds = prepared<{ ids: readonly string[] }, SongRow>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select(columns)
    .where(isOneOf(db, 'tracks.id', slot('ids'))),
)
const selectOfAlbum = prepared<{ albumId: string }, SongRow>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select(columns)
    .where('tracks.albumId', '=', slot('albumId'))
    .orderBy('tracks.position'),
)

/** The playable tracks with these ids, by id, in a few queries. Other ids are omitted. */
export async function listedSongs(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedSong>> {
  const rows = ids.length === 0 ? [] : await selectByIds(db, { ids })
  return new Map((await songsOf(db, rows)).map((song) => [song.id, song]))
}

/** The playable tracks of an album, in album order. */
export async function listedSongsOfAlbum(db: Executor, albumId: string): Promise<ListedSong[]> {
  return songsOf(db, await selectOfAlbum(db, { albumId }))
}

async function songsOf(db: Executor, rows: readonly SongRow[]): Promise<ListedSong[]> {
  const playable = rows.filter(isPlayable)
  const albums = await albumsOf(db, playable)
  const named = await artistsOfTracks(
    db,
    playable.map(({ id }) => id),
  )
  return playable.flatMap((row) => {
    const album = albums.get(row.albumId)
    if (album === undefined) return []
    const its = named.get(row.id) ?? []
    const main = its.filter(({ role }) => role === 'main')
    return {
      id: row.id,
      title: row.title,
      position: row.position,
      durationSeconds: row.durationSeconds,
      fileName: row.fileName,
      format: row.format,
      sizeBytes: row.sizeBytes,
      bitrate: row.bitrate,
      sampleRate: row.sampleRate,
      channels: row.channels,
      createdAt: row.createdAt,
      artistName: row.artistName ?? row.albumArtistName,
      artists: main.length > 0 ? main : album.artists,
      features: its.filter(({ role }) => role === 'feature'),
      album,
    }
  })
}

async function albumsOf(db: Executor, rows: readonly SongRow[]): Promise<Map<string, AlbumOfSong>> {
  const rowOfAlbum = new Map(rows.map((row) => [row.albumId, row]))
  const ids = [...rowOfAlbum.keys()]
  const artists = await artistsOfAlbums(db, ids)
  const genres = await genresOfAlbums(db, ids)
  return new Map(
    [...rowOfAlbum].map(([id, row]) => [
      id,
      {
        id,
        title: row.albumTitle,
        type: row.albumType,
        releaseYear: row.releaseYear,
        coverName: row.coverName,
        artistName: row.albumArtistName,
        artists: artists.get(id) ?? [],
        genres: genres.get(id) ?? [],
      },
    ]),
  )
}
