import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'
import { keepFormerFile, trackIdOfFormerFile } from './former-files.ts'
import type { TrackRow } from './tracks.ts'

/** A further file of a track. */
export type TrackFileRow = Selectable<Schema['trackFiles']>

const selectByName = prepared<{ fileName: string }, TrackFileRow>((db, slot) =>
  db.selectFrom('trackFiles').selectAll().where('fileName', '=', slot('fileName')),
)
const selectOfTrack = prepared<{ trackId: string }, TrackFileRow>((db, slot) =>
  db
    .selectFrom('trackFiles')
    .selectAll()
    .where('trackId', '=', slot('trackId'))
    .orderBy('needsConversion')
    .orderBy('bitrate', 'desc')
    .orderBy('id'),
)

type OwnFile = Pick<TrackRow, 'title' | 'fileName' | 'storageName' | 'format' | 'bitrate' | 'durationSeconds'>

const selectOwn = prepared<{ id: string }, OwnFile>((db, slot) =>
  db
    .selectFrom('openTracks')
    .select(['title', 'fileName', 'storageName', 'format', 'bitrate', 'durationSeconds'])
    .where('id', '=', slot('id')),
)

/** The own file of a track. */
export async function fileOfTrack(db: Executor, id: string): Promise<OwnFile | undefined> {
  const [row] = await selectOwn(db, { id })
  return row
}

export async function findTrackFile(db: Executor, fileName: string): Promise<TrackFileRow | undefined> {
  const [row] = await selectByName(db, { fileName })
  return row
}

/** The id of the track with a further file, or a former file, of this name. */
export async function trackIdOfOtherFile(db: Executor, fileName: string): Promise<string | undefined> {
  const further = await findTrackFile(db, fileName)
  return further?.trackId ?? trackIdOfFormerFile(db, fileName)
}

/** The further files of a track. Files that browsers can play come first, then files with a higher bitrate. */
export async function filesOfTrack(db: Executor, trackId: string): Promise<TrackFileRow[]> {
  return selectOfTrack(db, { trackId })
}

/** The further files of an album's tracks. */
export async function trackFilesOf(db: Executor, albumId: string): Promise<TrackFileRow[]> {
  return db
    .selectFrom('trackFiles')
    .innerJoin('tracks', 'tracks.id', 'trackFiles.trackId')
    .selectAll('trackFiles')
    .where('tracks.albumId', '=', albumId)
    .orderBy('trackFiles.id')
    .execute()
}

/** The further files of tracks. */
export async function furtherFilesOf(db: Executor, trackIds: readonly string[]): Promise<TrackFileRow[]> {
  return db
    .selectFrom('trackFiles')
    .selectAll()
    .where(isOneOf(db, 'trackId', sql`${trackIds}`))
    .orderBy('id')
    .execute()
}

const insertTrackFileRows = insertRows<TrackFileRow>('track_files', {
  id: 'text',
  trackId: 'text',
  fileName: 'text',
  storageName: 'text',
  storedAt: 'text',
  format: 'text',
  durationSeconds: 'double precision',
  sizeBytes: 'bigint',
  bitrate: 'integer',
  sampleRate: 'integer',
  channels: 'integer',
  isOriginal: 'integer',
  needsConversion: 'integer',
})

export async function insertTrackFiles(trx: Executor, rows: readonly TrackFileRow[]): Promise<void> {
  await insertTrackFileRows(trx, rows)
}

/**
 * Removes the rows of the originals from which the track's own file was converted. Call it when the own file is
 * replaced or removed.
 * @returns the storage names of the originals
 */
export async function removeOriginals(trx: Executor, trackId: string): Promise<string[]> {
  return removeFiles(trx, (eb) => eb.and([eb('trackId', '=', trackId), eb('isOriginal', '=', 1)]))
}

/**
 * Removes the rows of all further files of a track. Call it when the track's own file is replaced by another recording.
 * @returns the storage names of the further files
 */
export async function removeFurtherFiles(trx: Executor, trackId: string): Promise<string[]> {
  return removeFiles(trx, (eb) => eb('trackId', '=', trackId))
}

/** Removes rows of further files and stores their names as former names, so that links stay valid. */
async function removeFiles(
  trx: Executor,
  which: (eb: ExpressionBuilder<Schema, 'trackFiles'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('trackFiles')
    .where(which)
    .returning(['trackId', 'fileName', 'storageName'])
    .execute()
  for (const { trackId, fileName } of rows) await keepFormerFile(trx, trackId, fileName)
  return rows.map(({ storageName }) => storageName)
}

/**
 * Turns the original of a converted file into an ordinary further file; call it when another file replaces the copy.
 * @returns the id of the further file; undefined when there is no original
 */
export async function releaseOriginal(trx: Executor, trackId: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('trackFiles')
    .set({ isOriginal: 0 })
    .where('trackId', '=', trackId)
    .where('isOriginal', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Inserts the track's own file as a further file with the same name.
 * @returns the id of the further file; undefined for a track without a file
 */
export async function keepAsFurther(
  trx: Executor,
  track: TrackRow,
  { isOriginal }: { isOriginal: boolean },
): Promise<string | undefined> {
  const { fileName, storageName, storedAt, format, durationSeconds, needsConversion } = track
  if (fileName === null || storageName === null || storedAt === null || format === null) return undefined
  const id = newId()
  const sound = {
    format,
    durationSeconds,
    sizeBytes: track.sizeBytes ?? 0,
    bitrate: track.bitrate ?? 0,
    sampleRate: track.sampleRate ?? 0,
    channels: track.channels ?? 0,
  }
  const use = { needsConversion, isOriginal: isOriginal ? 1 : 0 }
  const row = { id, trackId: track.id, fileName, storageName, storedAt, ...sound, ...use }
  await insertTrackFiles(trx, [row])
  return id
}

export async function removeTrackFiles(trx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await removeFiles(trx, (eb) => eb('id', 'in', ids))
}
