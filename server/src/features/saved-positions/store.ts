import type { Kysely, Selectable } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type SavedPosition = Selectable<Schema['savedPositions']>

/**
 * Saves a position. If the account has a position in the same track, that row is updated and keeps its time of
 * creation.
 * @throws a missing reference when the track or the account was deleted in the meantime
 */
export async function savePosition(db: Db, row: SavedPosition): Promise<void> {
  const { positionMs, comment, changedAt } = row
  await db
    .insertInto('savedPositions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'trackId']).doUpdateSet({ positionMs, comment, changedAt }),
    )
    .execute()
}

/** The positions of an account, last changed first. */
export async function listPositions(db: Db, userId: string, limit: number): Promise<SavedPosition[]> {
  return db
    .selectFrom('savedPositions')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('changedAt', 'desc')
    .orderBy('trackId')
    .limit(limit)
    .execute()
}

const selectOfTracks = prepared<
  { userId: string; ids: readonly string[] },
  Pick<SavedPosition, 'trackId' | 'positionMs'>
>((db, slot) =>
  db
    .selectFrom('savedPositions')
    .select(['trackId', 'positionMs'])
    .where('userId', '=', slot('userId'))
    .where(isOneOf(db, 'trackId', slot('ids'))),
)

/**
 * The positions of an account in these tracks in milliseconds, by the ids of the tracks. Tracks without a position are
 * omitted.
 */
export async function positionsInTracks(
  db: Db,
  userId: string,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = trackIds.length === 0 ? [] : await selectOfTracks(db, { userId, ids: trackIds })
  return new Map(rows.map(({ trackId, positionMs }) => [trackId, positionMs]))
}

/** The number of positions of an account in tracks other than this one. */
export async function countOthers(db: Db, userId: string, trackId: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedPositions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('trackId', '!=', trackId)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes a position. False when there was none. */
export async function deletePosition(db: Db, userId: string, trackId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedPositions')
    .where('userId', '=', userId)
    .where('trackId', '=', trackId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
