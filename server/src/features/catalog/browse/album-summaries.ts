import type { Database } from '#database/open.ts'
import { nameOfOrder } from '../store/album-order.ts'
import type { AlbumRow } from '../store/find-albums.ts'

/** An album as a list of all of them shows it. */
export type AlbumSummary = Pick<
  AlbumRow,
  'id' | 'title' | 'coverName' | 'releaseYear' | 'type' | 'isExclusive'
> & { trackCount: number }

/** All albums in their order, with the name of that order. */
export async function albumSummaries(db: Database): Promise<{ albums: AlbumSummary[]; order: string }> {
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
