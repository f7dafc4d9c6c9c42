import type { Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type TrackRow = Selectable<Schema['tracks']>

/** The columns of a track that are filled from its file. */
export type FileColumns = Omit<TrackRow, 'id' | 'albumId' | 'position' | 'title' | 'createdAt'>

const selectTracks = prepared<{ albumId: string }, TrackRow>((db, slot) =>
  db.selectFrom('tracks').selectAll().where('albumId', '=', slot('albumId')).orderBy('position'),
)

/** An album's tracks in order. */
export async function tracksOf(db: Executor, albumId: string): Promise<TrackRow[]> {
  return selectTracks(db, { albumId })
}

const insertTrackRow = prepared<TrackRow, unknown>((db, slot) =>
  db.insertInto('tracks').values({
    id: slot('id'),
    albumId: slot('albumId'),
    position: slot('position'),
    title: slot('title'),
    durationSeconds: slot('durationSeconds'),
    fileName: slot('fileName'),
    storageName: slot('storageName'),
    storedAt: slot('storedAt'),
    format: slot('format'),
    sizeBytes: slot('sizeBytes'),
    bitrate: slot('bitrate'),
    sampleRate: slot('sampleRate'),
    channels: slot('channels'),
    tagTitle: slot('tagTitle'),
    tagArtist: slot('tagArtist'),
    tagAlbum: slot('tagAlbum'),
    tagYear: slot('tagYear'),
    createdAt: slot('createdAt'),
  }),
)

/** Inserts rows of tracks; call `updateAlbum` afterwards. */
export async function insertTracks(trx: Executor, tracks: readonly TrackRow[]): Promise<void> {
  for (const track of tracks) await insertTrackRow(trx, track)
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
  await trx.updateTable('tracks').set(changes).where('id', '=', id).execute()
}

/** Gives a track another file; call `updateAlbum` afterwards. */
export async function replaceFile(
  trx: Executor,
  id: string,
  columns: FileColumns & { title: string },
): Promise<void> {
  await trx.updateTable('tracks').set(columns).where('id', '=', id).execute()
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
