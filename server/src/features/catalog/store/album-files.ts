import type { Executor } from '#database/prepared.ts'
import { isPlayable } from './playable.ts'
import { trackFilesOf } from './track-files.ts'

/** The file of a track. */
export interface AlbumFile {
  /** From 0. */
  position: number
  title: string
  storageName: string
  storedAt: string
  format: string
  /** Null for files of which it was never measured. */
  sizeBytes: number | null
}

/**
 * The files of an album's tracks in order: in that format where a track has one, otherwise its own. Tracks that
 * cannot be played have none.
 */
export async function filesOfAlbum(
  db: Executor,
  albumId: string,
  chosenFormat: string | undefined,
): Promise<AlbumFile[]> {
  const tracks = await db
    .selectFrom('tracks')
    .select([
      'id',
      'position',
      'title',
      'fileName',
      'storageName',
      'storedAt',
      'format',
      'sizeBytes',
      'createdAt',
    ])
    .where('albumId', '=', albumId)
    .orderBy('position')
    .execute()
  const further = chosenFormat === undefined ? [] : await trackFilesOf(db, albumId)
  return tracks.filter(isPlayable).flatMap((track) => {
    const isChosen = (file: (typeof further)[number]) =>
      file.trackId === track.id && file.format === chosenFormat
    const file = track.format === chosenFormat ? track : (further.find(isChosen) ?? track)
    const { storageName, format, sizeBytes } = file
    if (storageName === null || format === null) return []
    const { position, title, createdAt } = track
    return [{ position, title, storageName, format, sizeBytes, storedAt: file.storedAt ?? createdAt }]
  })
}
