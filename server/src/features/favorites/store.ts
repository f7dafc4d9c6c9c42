import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export type FavoriteRow = Selectable<Schema['favorites']>

/**
 * Inserts a favorite.
 * @throws a unique violation when the track is already a favorite
 */
export async function insertFavorite(db: Db, row: Insertable<Schema['favorites']>): Promise<void> {
  await db.insertInto('favorites').values(row).execute()
}

/** Inserts favorites. Tracks that have become favorites in the meantime are skipped. */
export async function insertNewFavorites(
  db: Db,
  rows: readonly Insertable<Schema['favorites']>[],
): Promise<void> {
  await db
    .insertInto('favorites')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavoritesOf(db: Db, userId: string, trackIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('favorites')
    .where('userId', '=', userId)
    .where(isOneOf(db, 'trackId', sql`${trackIds}`))
    .execute()
}

/** Whether the track is a favorite of the account. */
export async function hasFavorite(db: Db, userId: string, trackId: string): Promise<boolean> {
  const row = await db
    .selectFrom('favorites')
    .select('id')
    .where('userId', '=', userId)
    .where('trackId', '=', trackId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countFavorites(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countFavoritesOfTrack(db: Db, trackId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('trackId', '=', trackId)
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export async function listFavorites(db: Db, userId: string, limit: number): Promise<FavoriteRow[]> {
  return db
    .selectFrom('favorites')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A favorite track and the time at which it became one. */
export interface FavoriteTrack {
  trackId: string
  createdAt: string
}

const selectOfTracks = prepared<{ userId: string; ids: readonly string[] }, FavoriteTrack>((db, slot) =>
  db
    .selectFrom('favorites')
    .select((eb) => [eb.ref('trackId').$notNull().as('trackId'), 'createdAt'])
    .where('userId', '=', slot('userId'))
    .where(isOneOf(db, 'trackId', slot('ids'))),
)

/** The times at which these tracks became favorites, by track id. Tracks that are not favorites are omitted. */
export async function favoriteTimes(
  db: Db,
  userId: string,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = trackIds.length === 0 ? [] : await selectOfTracks(db, { userId, ids: trackIds })
  return new Map(rows.map(({ trackId, createdAt }) => [trackId, createdAt]))
}

/** Deletes a favorite only if this account owns it. */
export async function deleteFavorite(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favorites')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
