import type { AlbumType } from '@tonarchiv/contract/catalog'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'

/** A track with what its album says of it. */
export interface Track {
  id: string
  title: string
  durationSeconds: number
  /** Name for the stream call; null for a placeholder, as are the next two. */
  fileName: string | null
  storageName: string | null
  format: string | null
  /** What the file says of itself, as far as it does. */
  tags: { title: string | null; artist: string | null; album: string | null }
  album: {
    id: string
    title: string
    type: AlbumType
    coverName: string | null
    isExclusive: boolean
  }
}

/** A track as it is selected. */
export type TrackRow = Omit<Track, 'tags' | 'album'> & {
  tagTitle: string | null
  tagArtist: string | null
  tagAlbum: string | null
  albumId: string
  albumTitle: string
  albumType: AlbumType
  coverName: string | null
  isExclusive: number
}

export const trackColumns = [
  'tracks.id',
  'tracks.title',
  'tracks.durationSeconds',
  'tracks.fileName',
  'tracks.storageName',
  'tracks.format',
  'tracks.tagTitle',
  'tracks.tagArtist',
  'tracks.tagAlbum',
  'albums.id as albumId',
  'albums.title as albumTitle',
  'albums.type as albumType',
  'albums.coverName',
  'albums.isExclusive',
] as const

function selectTracks(db: Executor) {
  return db.selectFrom('tracks').innerJoin('albums', 'albums.id', 'tracks.albumId').select(trackColumns)
}

const selectByIds = prepared<{ ids: readonly string[] }, TrackRow>((db, slot) =>
  selectTracks(db).where(isOneOf(db, 'tracks.id', slot('ids'))),
)
const selectByName = prepared<{ name: string }, TrackRow>((db, slot) =>
  selectTracks(db).where((eb) =>
    eb.or([eb('tracks.id', '=', slot('name')), eb('tracks.fileName', '=', slot('name'))]),
  ),
)

/** Tracks by id, in one query; ids without a track are left out. */
export async function findTracks(db: Executor, ids: readonly string[]): Promise<Map<string, Track>> {
  const rows = ids.length === 0 ? [] : await selectByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, trackOf(row)]))
}

/** The track with this id or file name. */
export async function findTrack(db: Executor, idOrFileName: string): Promise<Track | undefined> {
  const [row] = await selectByName(db, { name: idOrFileName })
  return row && trackOf(row)
}

export function trackOf(row: TrackRow): Track {
  return {
    id: row.id,
    title: row.title,
    durationSeconds: row.durationSeconds,
    fileName: row.fileName,
    storageName: row.storageName,
    format: row.format,
    tags: { title: row.tagTitle, artist: row.tagArtist, album: row.tagAlbum },
    album: {
      id: row.albumId,
      title: row.albumTitle,
      type: row.albumType,
      coverName: row.coverName,
      isExclusive: row.isExclusive === 1,
    },
  }
}
