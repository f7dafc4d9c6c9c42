import { sql } from 'kysely'
import { type Executor, isOneOf } from '#database/prepared.ts'
import { isPlayable } from './playable.ts'
import { furtherFilesOf, type TrackFileRow } from './track-files.ts'

/** The file of a track as a download sends it. */
export interface DownloadFile {
  trackId: string
  /** The position of the track in its album, from 0. */
  position: number
  title: string
  /** Name for the stream call. */
  fileName: string
  storageName: string
  storedAt: string
  format: string
  /** Null when the size is not known. */
  sizeBytes: number | null
}

/**
 * The files of an album's tracks in order: the file in `chosenFormat` where a track has one, otherwise the track's own.
 * Tracks that are not playable are omitted.
 */
export async function filesOfAlbum(
  db: Executor,
  albumId: string,
  chosenFormat: string | undefined,
): Promise<DownloadFile[]> {
  const tracks = await selectTracks(db).where('albumId', '=', albumId).orderBy('position').execute()
  return filesOf(db, tracks, chosenFormat)
}

/**
 * The files of tracks, by the ids of the tracks. They are chosen as in `filesOfAlbum`. With `isForBrowser`, a file that
 * browsers cannot play is not chosen, even if it has the chosen format. The stream call follows the same rule.
 */
export async function filesOfTracks(
  db: Executor,
  trackIds: readonly string[],
  chosenFormat: string | undefined,
  { isForBrowser = false }: { isForBrowser?: boolean } = {},
): Promise<Map<string, DownloadFile>> {
  if (trackIds.length === 0) return new Map()
  const tracks = await selectTracks(db)
    .where(isOneOf(db, 'id', sql`${trackIds}`))
    .execute()
  const files = await filesOf(db, tracks, chosenFormat, isForBrowser)
  return new Map(files.map((file) => [file.trackId, file]))
}

function selectTracks(db: Executor) {
  return db
    .selectFrom('openTracks as tracks')
    .select([
      'id',
      'position',
      'title',
      'fileName',
      'storageName',
      'storedAt',
      'format',
      'sizeBytes',
      'needsConversion',
      'createdAt',
    ])
}

type SelectedTrack = Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>[number]

async function filesOf(
  db: Executor,
  tracks: readonly SelectedTrack[],
  chosenFormat: string | undefined,
  isForBrowser = false,
): Promise<DownloadFile[]> {
  const isUsable = ({ needsConversion }: { needsConversion: number }) =>
    !isForBrowser || needsConversion === 0
  const further = await filesInFormat(db, tracks, chosenFormat, isUsable)
  return tracks.filter(isPlayable).flatMap((track) => {
    const { id: trackId, position, title, createdAt } = track
    const isChosen = track.format === chosenFormat && isUsable(track)
    const file = isChosen ? track : (further.get(trackId) ?? track)
    const { fileName, storageName, format, sizeBytes } = file
    if (storageName === null || format === null) return []
    const storedAt = file.storedAt ?? createdAt
    return [{ trackId, position, title, fileName, storageName, format, sizeBytes, storedAt }]
  })
}

/** The first further file of each track in the chosen format, by the id of the track. */
async function filesInFormat(
  db: Executor,
  tracks: readonly SelectedTrack[],
  chosenFormat: string | undefined,
  isUsable: (file: TrackFileRow) => boolean,
): Promise<Map<string, TrackFileRow>> {
  if (chosenFormat === undefined) return new Map()
  const ids = tracks.map(({ id }) => id)
  const files = await furtherFilesOf(db, ids)
  return new Map(
    files
      .filter((file) => file.format === chosenFormat && isUsable(file))
      .toReversed()
      .map((file) => [file.trackId, file]),
  )
}
