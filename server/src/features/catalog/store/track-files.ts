import { type Selectable, sql } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import type { TrackRow } from './tracks.ts'
import { newId } from '#platform/ids.ts'

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

export async function findTrackFile(db: Executor, fileName: string): Promise<TrackFileRow | undefined> {
  const [row] = await selectByName(db, { fileName })
  return row
}

/** The further files of a track: those that browsers play come first, then the higher bitrate. */
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
 * Removes the rows of the files that the track's own file was converted from; call it when that file is
 * replaced or removed.
 * @returns their storage names
 */
export async function removeOriginals(trx: Executor, trackId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('trackFiles')
    .where('trackId', '=', trackId)
    .where('isOriginal', '=', 1)
    .returning('storageName')
    .execute()
  return rows.map(({ storageName }) => storageName)
}

/** Keeps the original of a converted file as a plain further file, because another file replaces its copy. */
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
 * Keeps the file of a track as a further file, under its name.
 * @returns its id; undefined for a track without a file
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
  if (ids.length > 0) await trx.deleteFrom('trackFiles').where('id', 'in', ids).execute()
}
