import { ALBUM_TYPES, type AlbumPage, type AlbumType } from '@tonarchiv/contract/catalog'
import { type Executor, prepared } from '#database/prepared.ts'

/** Number of albums of a type and year; year 0 means unknown. */
export interface Total {
  type: AlbumType
  year: number
  albums: number
}

/** The numbers of albums by type and by year in the whole archive, which a page of albums contains. */
export type Overview = Pick<AlbumPage, 'counts' | 'years'>

export function overviewOf(totals: readonly Total[]): Overview {
  const counts = { album: 0, single: 0, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  for (const { type, albums } of totals) counts[type] += albums
  const years = new Set(totals.filter(({ albums }) => albums > 0).map(({ year }) => year))
  years.delete(0)
  return { counts, years: [...years].sort((a, b) => b - a) }
}

/** Number of albums that match a filter without a search. */
export function countIn(
  totals: readonly Total[],
  { type, year }: { type?: AlbumType | undefined; year?: number | undefined },
): number {
  return totals
    .filter((total) => (type ?? total.type) === total.type && (year ?? total.year) === total.year)
    .reduce((sum, { albums }) => sum + albums, 0)
}

/** The totals of some albums. */
export function totalsOf(albums: readonly { type: AlbumType; releaseYear: number | null }[]): Total[] {
  const groups = Map.groupBy(albums, ({ type, releaseYear }) => `${ALBUM_TYPES.indexOf(type)} ${releaseYear}`)
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ type, releaseYear }) => ({ type, year: releaseYear ?? 0, albums: group.length })),
  )
}

const changeTotal = prepared<Total, unknown>((db, slot) =>
  db
    .insertInto('albumTotals')
    .values({ type: slot('type'), year: slot('year'), albums: slot('albums') })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'year'])
        .doUpdateSet((eb) => ({ albums: eb('albumTotals.albums', '+', eb.ref('excluded.albums')) })),
    ),
)

/** Adds the totals of new albums. */
export async function addTotals(trx: Executor, totals: readonly Total[]): Promise<void> {
  for (const total of totals) await changeTotal(trx, total)
}

/** Adds `change` albums to the total of a type and year. A negative number subtracts them. */
export async function countAlbums(
  trx: Executor,
  { type, releaseYear }: { type: AlbumType; releaseYear: number | null },
  change: number,
): Promise<void> {
  await changeTotal(trx, { type, year: releaseYear ?? 0, albums: change })
}
