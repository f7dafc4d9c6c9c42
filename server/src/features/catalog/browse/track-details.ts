import { notFound } from '@tonarchiv/contract/refusal'
import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'
import { Refused } from '#platform/refused.ts'
import { isPlayable } from '../store/playable.ts'

/** Everything that is known of a track and its file. */
export type TrackDetails = Selectable<Schema['tracks']> & { albumTitle: string; releaseYear: number | null }

/** @throws Refused `notFound` for a track that cannot be heard, too */
export async function trackDetails(db: Database, id: string): Promise<TrackDetails> {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .selectAll('tracks')
    .select(['albums.title as albumTitle', 'albums.releaseYear'])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  return track
}
