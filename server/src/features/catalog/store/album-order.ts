import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import { albumColumns, type AlbumRow } from './album-rows.ts'

/** Identifies an order: two lists have the same identifier exactly when they have the same ids in the same order. */
export function nameOfOrder(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join(' ')).digest('base64url')
}

const updatePlace = prepared<{ id: string; place: number }, unknown>((db, slot) =>
  db
    .updateTable('albums')
    .set({ place: slot('place') })
    .where('id', '=', slot('id')),
)

export async function setPlace(trx: Executor, id: string, place: number): Promise<void> {
  await updatePlace(trx, { id, place })
}

/** Id, title key and sort key of all albums in their order. */
export async function albumsInOrder(db: Executor) {
  return db.selectFrom('albums').select(['id', 'titleKey', 'place']).orderBy('place').execute()
}

/**
 * An album by its id.
 * @throws when there is no such album
 */
export async function albumInOrder(trx: Executor, id: string): Promise<AlbumRow> {
  return trx.selectFrom('albums').select(albumColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The lowest sort key of all albums; undefined while there is no album. */
export async function firstPlace(trx: Executor): Promise<number | undefined> {
  const row = await trx
    .selectFrom('albums')
    .select(sql<number | null>`min(place)`.as('first'))
    .executeTakeFirst()
  return row?.first ?? undefined
}

/** The fields of an album in the complete list, which admins see. */
export type AlbumSummary = Pick<
  AlbumRow,
  'id' | 'title' | 'coverName' | 'releaseYear' | 'type' | 'isExclusive'
> & { trackCount: number }

/** All albums in their order, with an identifier of that order. */
export async function albumSummaries(db: Executor): Promise<{ albums: AlbumSummary[]; order: string }> {
  const rows = await db
    .selectFrom('albums')
    .select(['id', 'title', 'coverName', 'releaseYear', 'type', 'isExclusive'])
    .select((eb) =>
      eb
        .selectFrom('tracks')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('tracks.albumId', '=', 'albums.id')
        .as('trackCount'),
    )
    .orderBy('place')
    .execute()
  return {
    albums: rows.map((row) => ({ ...row, trackCount: row.trackCount ?? 0 })),
    order: nameOfOrder(rows.map(({ id }) => id)),
  }
}
