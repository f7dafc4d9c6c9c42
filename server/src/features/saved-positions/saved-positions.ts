import { conflict, notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import { isMissingReference } from '#database/faults.ts'
import type { Schema } from '#database/schema.ts'
import { findTracks, isPlayable } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Maximum number of positions that an account saves. */
const POSITIONS_MAX = 1000

type Needs = Pick<Services, 'db' | 'now'>

/**
 * Saves a position in a track, and replaces an earlier position in the same track.
 * @throws Refused `notFound` for a track that is not playable, `conflict` when the account would have too many
 * positions
 */
export async function saveTrackPosition(
  { db, now }: Needs,
  userId: string,
  { trackId, positionMs, comment }: Pick<store.SavedPosition, 'trackId' | 'positionMs' | 'comment'>,
): Promise<void> {
  const track = (await findTracks(db, [trackId])).get(trackId)
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  if ((await store.countOthers(db, userId, trackId)) >= POSITIONS_MAX) throw new Refused(conflict)
  const at = now().toISOString()
  try {
    await store.savePosition(db, { userId, trackId, positionMs, comment, createdAt: at, changedAt: at })
  } catch (error) {
    throw isMissingReference(error) ? new Refused(notFound) : error
  }
}

/** The positions of an account, last changed first. */
export async function listTrackPositions(
  { db }: Pick<Needs, 'db'>,
  userId: string,
): Promise<store.SavedPosition[]> {
  return store.listPositions(db, userId, POSITIONS_MAX)
}

/**
 * Removes the position in a track.
 * @throws Refused `notFound` when the account has no position in this track
 */
export async function removeTrackPosition(
  { db }: Pick<Needs, 'db'>,
  userId: string,
  trackId: string,
): Promise<void> {
  if (!(await store.deletePosition(db, userId, trackId))) throw new Refused(notFound)
}

/** The positions of an account, for its export. */
export const savedPositionsExport = {
  name: 'savedPositions',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('savedPositions')
      .innerJoin('openTracks as tracks', 'tracks.id', 'savedPositions.trackId')
      .select([
        'tracks.title',
        'savedPositions.positionMs',
        'savedPositions.comment',
        'savedPositions.createdAt',
        'savedPositions.changedAt',
      ])
      .where('savedPositions.userId', '=', userId)
      .orderBy('savedPositions.createdAt')
      .execute(),
}
