import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** A like beside what its track is now; null where the track has gone. */
export type FavoriteRow = Selectable<Schema['favorites']> & {
  fileName: string | null
  trackTitle: string | null
  durationSeconds: number | null
  isExclusive: number | null
}

/** @throws a unique violation when it is liked already */
export async function insertFavorite(db: Db, row: Insertable<Schema['favorites']>): Promise<void> {
  await db.insertInto('favorites').values(row).execute()
}

export async function countFavorites(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export async function listFavorites(db: Db, userId: string, limit: number): Promise<FavoriteRow[]> {
  return db
    .selectFrom('favorites')
    .leftJoin('tracks', 'tracks.id', 'favorites.trackId')
    .leftJoin('albums', 'albums.id', 'tracks.albumId')
    .selectAll('favorites')
    .select(['tracks.fileName', 'tracks.title as trackTitle', 'tracks.durationSeconds', 'albums.isExclusive'])
    .where('favorites.userId', '=', userId)
    .orderBy('favorites.id', 'desc')
    .limit(limit)
    .execute()
}

/** The owner stands in the statement. */
export async function deleteFavorite(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favorites')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
