import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { VideoFormat } from '#audio-probe/video-formats.ts'
import type { Executor } from '#database/prepared.ts'
import { type LinerNotes, linerNotesOf, type TrackArtist } from '#features/catalog/index.ts'
import { type LyricsRow, storedLyrics } from '#features/lyrics/index.ts'

/** An album as the export writes it. */
export interface ExportedAlbum {
  id: string
  title: string
  type: AlbumType
  releaseYear: number | null
  isExclusive: number
  revision: number
  createdAt: string
  coverStorageName: string | null
  artists: string[]
  notes: LinerNotes
  tracks: ExportedTrack[]
}

export interface ExportedTrack {
  id: string
  title: string
  durationSeconds: number
  createdAt: string
  /** Null for a track without a file, as is the format. */
  storageName: string | null
  format: string | null
  artists: TrackArtist[]
  further: ExportedFile[]
  /** Undefined without lyrics. */
  lyrics: Pick<LyricsRow, 'text' | 'source'> | undefined
}

/** A further file of a track. */
interface ExportedFile {
  storageName: string
  format: string
  /** 1 for the file from which the track's own file was converted. */
  isOriginal: number
}

export interface ExportedVideo {
  id: string
  title: string
  description: string
  uploadDate: string
  createdAt: string
  storageName: string
  format: VideoFormat
  sizeBytes: number
  thumbnailStorageName: string | null
}

/** Ids of all albums, in the order of the archive. */
export async function albumIds(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('albums').select('id').orderBy('place').execute()
  return rows.map(({ id }) => id)
}

/** Reads an album. Undefined when it was deleted since its id was read. */
export async function findAlbum(db: Executor, id: string): Promise<ExportedAlbum | undefined> {
  const album = await db
    .selectFrom('albums')
    .leftJoin('covers', 'covers.name', 'albums.coverName')
    .select([
      'albums.id',
      'albums.title',
      'albums.type',
      'albums.releaseYear',
      'albums.isExclusive',
      'albums.revision',
      'albums.createdAt',
      'covers.storageName as coverStorageName',
    ])
    .where('albums.id', '=', id)
    .executeTakeFirst()
  if (album === undefined) return undefined
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'title', 'durationSeconds', 'createdAt', 'storageName', 'format'])
    .where('albumId', '=', id)
    .orderBy('position')
    .execute()
  const artists = await db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .select('artists.name')
    .where('albumId', '=', id)
    .orderBy('albumArtists.position')
    .execute()
  const credits = await db
    .selectFrom('trackArtists')
    .innerJoin('tracks', 'tracks.id', 'trackArtists.trackId')
    .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
    .select(['trackArtists.trackId', 'artists.name', 'trackArtists.role'])
    .where('tracks.albumId', '=', id)
    .orderBy('trackArtists.trackId')
    .orderBy('trackArtists.position')
    .execute()
  const further = await db
    .selectFrom('trackFiles')
    .innerJoin('tracks', 'tracks.id', 'trackFiles.trackId')
    .select(['trackFiles.trackId', 'trackFiles.storageName', 'trackFiles.format', 'trackFiles.isOriginal'])
    .where('tracks.albumId', '=', id)
    .orderBy('trackFiles.id')
    .execute()
  const filesOf = (trackId: string) =>
    further.flatMap(({ trackId: its, ...file }): ExportedFile[] => (its === trackId ? [file] : []))
  const lyrics = await storedLyrics(
    db,
    tracks.map((track) => track.id),
  )
  const lyricsOf = (trackId: string) => {
    const found = lyrics.get(trackId)
    return found?.text === '' ? undefined : found
  }
  const byTrack = Map.groupBy(credits, ({ trackId }) => trackId)
  const creditsOf = (trackId: string) =>
    (byTrack.get(trackId) ?? []).map(({ name, role }): TrackArtist => ({ name, role }))
  return {
    ...album,
    artists: artists.map(({ name }) => name),
    notes: await linerNotesOf(db, album),
    tracks: tracks.map((track) =>
      Object.assign(track, {
        artists: creditsOf(track.id),
        further: filesOf(track.id),
        lyrics: lyricsOf(track.id),
      }),
    ),
  }
}

/** How many files of tracks and videos there are. */
export async function countFiles(db: Executor): Promise<number> {
  const { tracks } = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.countAll<number>().as('tracks'))
    .where('storageName', 'is not', null)
    .executeTakeFirstOrThrow()
  const { further } = await db
    .selectFrom('trackFiles')
    .select((eb) => eb.fn.countAll<number>().as('further'))
    .executeTakeFirstOrThrow()
  const { videos } = await db
    .selectFrom('videos')
    .select((eb) => eb.fn.countAll<number>().as('videos'))
    .executeTakeFirstOrThrow()
  return tracks + further + videos
}

export async function videoIds(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Reads a video. Undefined when it was deleted since its id was read. */
export async function findVideo(db: Executor, id: string): Promise<ExportedVideo | undefined> {
  return db
    .selectFrom('videos')
    .select([
      'id',
      'title',
      'description',
      'uploadDate',
      'createdAt',
      'storageName',
      'format',
      'sizeBytes',
      'thumbnailStorageName',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function hasAlbum(db: Executor, id: string): Promise<boolean> {
  return (await db.selectFrom('albums').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Those of the given ids that are ids of tracks in the archive. */
export async function knownTracks(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('tracks').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function hasVideo(db: Executor, id: string): Promise<boolean> {
  return (await db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
