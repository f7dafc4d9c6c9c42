import { type AlbumType, MISSING_MARK } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Selectable } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { Refused } from '#platform/refused.ts'
import { versionOfArchive } from './album-rows.ts'
import { trackIdOfFormerFile } from './former-files.ts'
import { isPlayable } from './playable.ts'
import { filesOfTrack, findTrackFile, type TrackFileRow } from './track-files.ts'

/** A track with fields of its album. */
export interface Track {
  id: string
  title: string
  durationSeconds: number
  /** Name for the stream call. This and the next two fields are null for a placeholder. */
  fileName: string | null
  storageName: string | null
  format: string | null
  /** 1 for a file that most browsers cannot play. */
  needsConversion: number
  /**
   * The names of the track's main artists, otherwise those of the album's artists, as one text. Null without artists.
   */
  artistName: string | null
  /** The tags of the file. Each is null if the file does not have it. */
  tags: { title: string | null; artist: string | null; album: string | null }
  album: {
    id: string
    title: string
    type: AlbumType
    coverName: string | null
    isExclusive: boolean
  }
}

/** A track as it is selected from the database. */
export type TrackRow = Omit<Track, 'tags' | 'album'> & {
  albumArtistName: string | null
  tagTitle: string | null
  tagArtist: string | null
  tagAlbum: string | null
  albumId: string
  albumTitle: string
  albumType: AlbumType
  coverName: string | null
  isExclusive: number
}

const trackColumns = [
  'tracks.id',
  'tracks.title',
  'tracks.durationSeconds',
  'tracks.fileName',
  'tracks.storageName',
  'tracks.format',
  'tracks.needsConversion',
  'tracks.artistName',
  'albums.artistName as albumArtistName',
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
  return db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select(trackColumns)
}

const selectByIds = prepared<{ ids: readonly string[] }, TrackRow>((db, slot) =>
  selectTracks(db).where(isOneOf(db, 'tracks.id', slot('ids'))),
)
const selectByName = prepared<{ name: string }, TrackRow>((db, slot) =>
  selectTracks(db).where((eb) =>
    eb.or([eb('tracks.id', '=', slot('name')), eb('tracks.fileName', '=', slot('name'))]),
  ),
)
const selectAnyByName = prepared<{ name: string }, TrackRow>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select(trackColumns)
    .where((eb) => eb.or([eb('tracks.id', '=', slot('name')), eb('tracks.fileName', '=', slot('name'))])),
)

/** Finds tracks by their ids, in one query. Ids without a track are omitted. */
export async function findTracks(db: Executor, ids: readonly string[]): Promise<Map<string, Track>> {
  const rows = ids.length === 0 ? [] : await selectByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, trackOf(row)]))
}

/**
 * Finds a track by its id or by a file name. The result has the file with that name if it is a further file. For the
 * name of an original the result has the copy that was converted from it. For a former name the result has the current
 * file. A track of a closed album is found only with `withClosed`, which is for admins.
 */
export async function findTrack(
  db: Executor,
  idOrFileName: string,
  { withClosed = false }: { withClosed?: boolean } = {},
): Promise<Track | undefined> {
  const select = withClosed ? selectAnyByName : selectByName
  const [row] = await select(db, { name: idOrFileName })
  if (row !== undefined) return trackOf(row)
  const further = await findTrackFile(db, idOrFileName)
  const trackId = further?.trackId ?? (await trackIdOfFormerFile(db, idOrFileName))
  const [its] = trackId === undefined ? [] : await select(db, { name: trackId })
  if (its === undefined) return undefined
  const track = trackOf(its)
  return further === undefined || further.isOriginal === 1 ? track : withFile(track, further)
}

/** The track with its file in the given format, if it has such a file, otherwise with its current file. */
export async function inFormat(
  db: Executor,
  track: Track,
  format: string,
  { isForBrowser }: { isForBrowser: boolean },
): Promise<Track> {
  if (track.format === format && (!isForBrowser || track.needsConversion === 0)) return track
  const files = await filesOfTrack(db, track.id)
  const further = files.find(
    (file) => file.format === format && (!isForBrowser || file.needsConversion === 0),
  )
  return further === undefined ? track : withFile(track, further)
}

function withFile(
  track: Track,
  { fileName, storageName, format, durationSeconds, needsConversion }: TrackFileRow,
): Track {
  return { ...track, fileName, storageName, format, durationSeconds, needsConversion }
}

/** The artist of a track as the player shows it: the names of its artists, otherwise the title of its album. */
export function artistOf({ artistName, album }: Pick<Track, 'artistName' | 'album'>): string {
  return artistName ?? album.title
}

export function trackOf(row: TrackRow): Track {
  return {
    id: row.id,
    title: row.title,
    durationSeconds: row.durationSeconds,
    fileName: row.fileName,
    storageName: row.storageName,
    format: row.format,
    needsConversion: row.needsConversion,
    artistName: row.artistName ?? row.albumArtistName,
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

/** All columns of a track and its file, and its further files. */
export type TrackDetails = Selectable<Schema['tracks']> & {
  albumTitle: string
  albumArtistName: string | null
  releaseYear: number | null
  files: readonly TrackFileRow[]
}

/** @throws Refused `notFound`, also for a track that is not playable */
export async function trackDetails(db: Executor, id: string): Promise<TrackDetails> {
  const track = await db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .selectAll('tracks')
    .select(['albums.title as albumTitle', 'albums.artistName as albumArtistName', 'albums.releaseYear'])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  return { ...track, files: await filesOfTrack(db, id) }
}

/** A playable track, with its album's sort key and the version of the archive at which it was read. */
export interface SongRow extends TrackRow {
  place: number
  version: number
}

const selectSongs = prepared<{ from: number; skip: number; limit: number; missing: string }, SongRow>(
  (db, slot) =>
    db
      .selectFrom('openAlbums as albums')
      .innerJoin('openTracks as tracks', 'tracks.albumId', 'albums.id')
      .select([...trackColumns, 'albums.place', versionOfArchive])
      .where('albums.place', '>=', slot('from'))
      .where('tracks.fileName', 'is not', null)
      .where('tracks.title', 'not like', slot('missing'))
      .orderBy('albums.place')
      .orderBy('tracks.position')
      .limit(slot('limit'))
      .offset(slot('skip')),
)

/** Playable tracks in archive order, from an album's sort key on. */
export async function findSongs(
  db: Executor,
  page: { from: number; skip: number; limit: number },
): Promise<SongRow[]> {
  return selectSongs(db, { ...page, missing: `%${MISSING_MARK}%` })
}
