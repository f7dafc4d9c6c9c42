import type { AlbumSort } from '@tonarchiv/contract/catalog'
import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import { isScoped } from '#database/scoped.ts'
import { albumColumns, type PageRow, type SortKey, versionOfArchive } from '../album-rows.ts'
import {
  type AlbumFilter,
  ANY_SUBSTRING,
  isSearch,
  type Order,
  type Shape,
  shaped,
  shapeOf,
  type Slot,
  startingAt,
  valuesOf,
} from './album-statements.ts'
import { placesFound } from './found-places.ts'

/**
 * The beginning of a page. It is `skip` rows after the row with the key `key`, or after the first row when `key` is
 * undefined.
 */
export interface PageStart {
  key: SortKey | undefined
  skip: number
}

/** The orders other than `place`. In each of them the keys are unique, so that a page can begin at a key. */
const SORTED = {
  newest: { column: 'albums.id', direction: 'desc', isFrom: '<=', isBefore: '>' },
  title: { column: 'albums.sortTitle', direction: 'asc', isFrom: '>=', isBefore: '<' },
  year: { column: 'albums.sortYear', direction: 'asc', isFrom: '>=', isBefore: '<' },
} as const

/** A page of albums in an order. */
export async function findAlbums(
  db: Database,
  filter: AlbumFilter,
  order: Order,
  { key, skip }: PageStart,
  limit: number,
): Promise<PageRow[]> {
  const shape = { ...shapeOf(db, filter), order, hasStart: key !== undefined }
  const values = { ...valuesOf(db, filter), ...startingAt(key), skip, limit }
  if (order !== 'place') return selectSorted[order](db, values, shape)
  return isSearch(shape) ? selectFound(db, values, shape) : selectPage(db, values, shape)
}

/** Number of albums that a search finds. */
export async function countFound(db: Database, filter: AlbumFilter): Promise<number> {
  const [row] = await selectCount(db, { ...valuesOf(db, filter), ...ANY_SUBSTRING }, shapeOf(db, filter))
  return row?.found ?? 0
}

/** Number of albums before this key that match a filter without a search. */
export async function countBefore(
  db: Database,
  filter: Omit<AlbumFilter, 'search'>,
  order: Order,
  key: SortKey,
): Promise<number> {
  const values = { ...valuesOf(db, filter), ...ANY_SUBSTRING, ...startingAt(key) }
  const [row] = await selectCountBefore(db, values, { ...shapeOf(db, filter), order })
  return row?.found ?? 0
}

const selectPage = shaped<PageRow>((db, slot, shape) =>
  filteredAlbums(db, slot, shape)
    .$if(shape.hasStart, (query) => query.where('place', '>=', slot('fromPlace')))
    .orderBy('place')
    .limit(slot('limit'))
    .offset(slot('skip')),
)

/**
 * A subquery selects the sort keys of one page, so that the other columns are read for the albums of this page only.
 */
const selectFound = shaped<PageRow>((db, slot, shape) => {
  const page = db
    .selectFrom(placesFound(db, slot, shape).as('found'))
    .select('found.place')
    .$if(isScoped(db), (query) => query.where('found.place', 'in', openPlaces(db)))
    .$if(shape.hasStart, (query) => query.where('found.place', '>=', slot('fromPlace')))
    .orderBy('found.place')
    .limit(slot('limit'))
    .offset(slot('skip'))
  return db
    .selectFrom(page.as('page'))
    .innerJoin('openAlbums as albums', 'albums.place', 'page.place')
    .select(pageColumns(shape))
    .orderBy('page.place')
})

const selectSorted = { newest: sortedPage('newest'), title: sortedPage('title'), year: sortedPage('year') }

function sortedPage(order: AlbumSort) {
  const { column, direction, isFrom } = SORTED[order]
  return shaped<PageRow>((db, slot, shape) =>
    filteredAlbums(db, slot, shape)
      .$if(isSearch(shape), (query) =>
        query.where(
          'albums.place',
          'in',
          db.selectFrom(placesFound(db, slot, shape).as('found')).select('found.place'),
        ),
      )
      .$if(shape.hasStart, (query) => query.where(column, isFrom, slot('fromKey')))
      .orderBy(column, direction)
      .limit(slot('limit'))
      .offset(slot('skip')),
  )
}

const selectCount = shaped<{ found: number }>((db, slot, shape) =>
  db
    .selectFrom(placesFound(db, slot, shape).as('found'))
    .$if(isScoped(db), (query) => query.where('found.place', 'in', openPlaces(db)))
    .select((eb) => eb.fn.countAll<number>().as('found')),
)

const selectCountBefore = shaped<{ found: number }>((db, slot, shape) =>
  db
    .selectFrom('openAlbums as albums')
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
    .$if(shape.order === 'place', (query) => query.where('albums.place', '<', slot('fromPlace')))
    .$if(shape.order !== 'place', (query) => {
      const { column, isBefore } = SORTED[shape.order === 'place' ? 'title' : shape.order]
      return query.where(column, isBefore, slot('fromKey'))
    }),
)

/**
 * The number of titles for each first letter, sorted by letter. Only titles of albums that match the filter are
 * counted.
 */
export async function countLetters(
  db: Database,
  filter: Omit<AlbumFilter, 'search'>,
): Promise<{ letter: string; albums: number }[]> {
  return selectLetters(db, { ...valuesOf(db, filter), ...ANY_SUBSTRING }, shapeOf(db, filter))
}

const selectLetters = shaped<{ letter: string; albums: number }>((db, slot, shape) => {
  const letter = sql<string>`substr(sort_title, 1, 1)`
  return db
    .selectFrom('openAlbums as albums')
    .select(letter.as('letter'))
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
    .groupBy(letter)
    .orderBy(letter)
})

/** The sort keys of the albums that `db` may read. They filter hits: the search index has the albums of all scopes. */
function openPlaces(db: Executor) {
  return db.selectFrom('openAlbums as albums').select('albums.place')
}

function pageColumns({ order }: Shape) {
  const key = sql.ref<SortKey>(order === 'place' ? 'albums.place' : SORTED[order].column).as('key')
  return [...albumColumns, versionOfArchive, key] as const
}

function filteredAlbums(db: Executor, slot: Slot, shape: Shape) {
  return db
    .selectFrom('openAlbums as albums')
    .select(pageColumns(shape))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
}
