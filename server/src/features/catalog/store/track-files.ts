import type { Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

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
    .orderBy('bitrate', 'desc')
    .orderBy('id'),
)

export async function findTrackFile(db: Executor, fileName: string): Promise<TrackFileRow | undefined> {
  const [row] = await selectByName(db, { fileName })
  return row
}

/** The further files of a track, the highest bitrate first. */
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

export async function insertTrackFiles(trx: Executor, rows: readonly TrackFileRow[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('trackFiles')
      .values([...rows])
      .execute()
}

export async function removeTrackFiles(trx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('trackFiles').where('id', 'in', ids).execute()
}
