import type { Selectable } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { keepFormerFile } from './former-files.ts'
import { matchKeyOfPlain } from './match-key.ts'
import { plainTitleOfTrack } from './plain-title.ts'

/** Columns that are derived from the title when it is written. */
type TitleColumns = Pick<Selectable<Schema['tracks']>, 'plainTitle' | 'matchKey'>
/** The columns of a track except those that are derived from its title. */
export type TrackRow = Omit<Selectable<Schema['tracks']>, keyof TitleColumns>

/** The columns of a track that are filled from its file. */
export type FileColumns = Omit<TrackRow, 'id' | 'albumId' | 'position' | 'title' | 'createdAt' | 'artistName'>

const selectTracks = prepared<{ albumId: string }, TrackRow>((db, slot) =>
  db.selectFrom('tracks').selectAll().where('albumId', '=', slot('albumId')).orderBy('position'),
)

/** An album's tracks in order. */
export async function tracksOf(db: Executor, albumId: string): Promise<TrackRow[]> {
  return selectTracks(db, { albumId })
}

const insertTrackRows = insertRows<TrackRow & TitleColumns>('tracks', {
  id: 'text',
  albumId: 'text',
  position: 'integer',
  title: 'text',
  durationSeconds: 'double precision',
  fileName: 'text',
  storageName: 'text',
  storedAt: 'text',
  format: 'text',
  sizeBytes: 'bigint',
  bitrate: 'integer',
  sampleRate: 'integer',
  channels: 'integer',
  tagTitle: 'text',
  tagArtist: 'text',
  tagAlbum: 'text',
  tagYear: 'integer',
  createdAt: 'text',
  needsConversion: 'integer',
  artistName: 'text',
  plainTitle: 'text',
  matchKey: 'integer',
})

function titleColumns(title: string): TitleColumns {
  const plainTitle = plainTitleOfTrack(title)
  return { plainTitle, matchKey: matchKeyOfPlain(plainTitle) }
}

/** Inserts rows of tracks; call `updateAlbum` afterwards. */
export async function insertTracks(trx: Executor, tracks: readonly TrackRow[]): Promise<void> {
  await insertTrackRows(
    trx,
    tracks.map((track) => ({ ...track, ...titleColumns(track.title) })),
  )
}

export async function findTrackRow(trx: Executor, id: string): Promise<TrackRow | undefined> {
  return trx.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Sets the position of a track, and its title if one is given; call `updateAlbum` afterwards. */
export async function placeTrack(
  trx: Executor,
  id: string,
  changes: { position: number; title?: string },
): Promise<void> {
  const { title } = changes
  await trx
    .updateTable('tracks')
    .set({ ...changes, ...(title !== undefined && titleColumns(title)) })
    .where('id', '=', id)
    .execute()
}

/** Puts a track into an album at a position, with a title; call `updateAlbum` for both albums afterwards. */
export async function moveTrack(
  trx: Executor,
  id: string,
  columns: { albumId: string; position: number; title: string },
): Promise<void> {
  await trx
    .updateTable('tracks')
    .set({ ...columns, ...titleColumns(columns.title) })
    .where('id', '=', id)
    .execute()
}

/** Gives a track another file. Links with the former file name stay valid. Call `updateAlbum` afterwards. */
export async function replaceFile(
  trx: Executor,
  { id, fileName }: Pick<TrackRow, 'id' | 'fileName'>,
  columns: FileColumns & { title: string },
): Promise<void> {
  await trx
    .updateTable('tracks')
    .set({ ...columns, ...titleColumns(columns.title) })
    .where('id', '=', id)
    .execute()
  if (fileName !== null && fileName !== columns.fileName) await keepFormerFile(trx, id, fileName)
}

/** Deletes a track and closes the gap in the positions; call `updateAlbum` afterwards. */
export async function removeTrack(
  trx: Executor,
  { id, albumId, position }: Pick<TrackRow, 'id' | 'albumId' | 'position'>,
): Promise<void> {
  await trx.deleteFrom('tracks').where('id', '=', id).execute()
  await trx
    .updateTable('tracks')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('albumId', '=', albumId)
    .where('position', '>', position)
    .execute()
}
