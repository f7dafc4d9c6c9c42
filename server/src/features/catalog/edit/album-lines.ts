import type { AlbumLine } from '@tonarchiv/contract/admin'
import { UNKNOWN } from '@tonarchiv/contract/catalog'
import type { Database } from '#database/open.ts'
import { nameOfOrder } from './order-albums.ts'
import { coverAddressOf } from '../browse/to-wire.ts'

/** All albums in their order, with the name of that order. */
export async function albumLines(db: Database): Promise<{ albums: AlbumLine[]; order: string }> {
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
    albums: rows.map((row) => ({
      albumId: row.id,
      albumTitel: row.title,
      albumCover: coverAddressOf(row.coverName),
      releaseJahr: row.releaseYear ?? UNKNOWN,
      type: row.type,
      isExclusive: row.isExclusive === 1,
      trackCount: row.trackCount ?? 0,
    })),
    order: nameOfOrder(rows.map(({ id }) => id)),
  }
}
