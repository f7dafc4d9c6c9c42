import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { isPlayable } from './track-list.ts'

/** A track that can be heard, with what its album says of it, by its id or file name. */
export async function findPlayableTrack(db: Kysely<Schema>, idOrFile: string) {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.durationSeconds',
      'albums.title as albumTitle',
      'albums.coverName',
      'albums.isExclusive',
    ])
    .select((eb) => eb.ref('tracks.fileName').$notNull().as('fileName'))
    .where((eb) => eb.or([eb('tracks.id', '=', idOrFile), eb('tracks.fileName', '=', idOrFile)]))
    .where('tracks.fileName', 'is not', null)
    .executeTakeFirst()
  return track !== undefined && isPlayable(track) ? track : undefined
}
