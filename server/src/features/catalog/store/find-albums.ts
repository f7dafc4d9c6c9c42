import type { AlbumSort, AlbumType } from '@tonarchiv/contract/catalog'
import { type AliasableExpression, type Compilable, type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { containing, matchOfGrams, matchOfWords } from '../search/search-index.ts'
import { type SearchTerms, searchTermsOf } from '../search/search-words.ts'

/** The value that rows are sorted by. */
export type SortKey = number | string

/** The filter of a list of albums. */
export interface AlbumFilter {
  search?: string | undefined
  year?: number | undefined
  type?: AlbumType | undefined
}

/** An album without its tracks. */
export interface AlbumRow {
  id: string
  title: string
  place: number
  type: AlbumType
  releaseYear: number | null
  isExclusive: number
  coverName: string | null
  createdAt: string
  /** Incremented with every change of the album or its tracks. */
  revision: number
}

/** The same as a row of a page, with the version of the archive at which it was read. */
export interface PageRow extends AlbumRow {
  version: number
  /** The sort key of the row. */
  key: SortKey
}

/** The order of a page: the admin's, or another one. */
export type Order = 'place' | AlbumSort

/** The beginning of a page: the row with that key, or the first one, plus a number of rows. */
export interface PageStart {
  key: SortKey | undefined
  skip: number
}

/** The orders besides the admin's; no two albums have the same key in one. */
const SORTED = {
  newest: { column: 'albums.id', direction: 'desc', isFrom: '<=', isBefore: '>' },
  title: { column: 'albums.sortTitle', direction: 'asc', isFrom: '>=', isBefore: '<' },
  year: { column: 'albums.sortYear', direction: 'asc', isFrom: '>=', isBefore: '<' },
} as const

export const albumColumns = [
  'albums.id',
  'albums.title',
  'albums.place',
  'albums.type',
  'albums.releaseYear',
  'albums.isExclusive',
  'albums.coverName',
  'albums.createdAt',
  'albums.revision',
] as const

/** Selecting it with a row costs nothing. Caches compare it to see whether they are still valid. */
export const versionOfArchive = sql<number>`(select version from archive_state)`.as('version')

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

/** Number of albums of a filter without a search before this key. */
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

/** The index returns sort keys in order, so the page is cut before albums are read. */
const selectFound = shaped<PageRow>((db, slot, shape) => {
  const page = db
    .selectFrom(placesFound(db, slot, shape).as('found'))
    .select('found.place')
    .$if(shape.hasStart, (query) => query.where('found.place', '>=', slot('fromPlace')))
    .orderBy('found.place')
    .limit(slot('limit'))
    .offset(slot('skip'))
  return db
    .selectFrom(page.as('page'))
    .innerJoin('albums', 'albums.place', 'page.place')
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
    .select((eb) => eb.fn.countAll<number>().as('found')),
)

const selectCountBefore = shaped<{ found: number }>((db, slot, shape) =>
  db
    .selectFrom('albums')
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
    .$if(shape.order === 'place', (query) => query.where('albums.place', '<', slot('fromPlace')))
    .$if(shape.order !== 'place', (query) => {
      const { column, isBefore } = SORTED[shape.order === 'place' ? 'title' : shape.order]
      return query.where(column, isBefore, slot('fromKey'))
    }),
)

/** Number of titles of a filter for each first letter, in order. */
export async function countLetters(
  db: Database,
  filter: Omit<AlbumFilter, 'search'>,
): Promise<{ letter: string; albums: number }[]> {
  return selectLetters(db, { ...valuesOf(db, filter), ...ANY_SUBSTRING }, shapeOf(db, filter))
}

const selectLetters = shaped<{ letter: string; albums: number }>((db, slot, shape) => {
  const letter = sql<string>`substr(sort_title, 1, 1)`
  return db
    .selectFrom('albums')
    .select(letter.as('letter'))
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
    .groupBy(letter)
    .orderBy(letter)
})

/** All parameters of the statements; each uses those that its shape needs. */
interface Values {
  /** The beginning of a page, by the order's key. */
  fromPlace: number
  fromKey: string
  skip: number
  limit: number
  type: AlbumType
  year: number
  /** For SQLite: the words that have only long terms, and those that have only short ones. */
  wordMatch: string
  gramMatch: string
  /**
   * Words with both, one by one: for SQLite the match expression, for PostgreSQL the terms; in PostgreSQL all
   * words are here.
   */
  [longs: `longs${number}`]: string | string[]
  [shorts: `shorts${number}`]: string | string[]
}

/** The parameters that depend on the filter. */
type FilterValues = Omit<Values, keyof typeof ANY_SUBSTRING>

const ANY_SUBSTRING = { fromPlace: 0, fromKey: '', skip: 0, limit: 0 }

function startingAt(key: SortKey | undefined) {
  return { fromPlace: typeof key === 'number' ? key : 0, fromKey: typeof key === 'string' ? key : '' }
}

/** The conditions of a statement; statements of one shape differ only in their parameters. */
interface Shape {
  kind: Database['kind']
  order: Order
  /** Whether it begins at a key. */
  hasStart: boolean
  type: boolean
  year: boolean
  /**
   * How many words of the search have only long terms, only short ones, and both; SQLite combines those of
   * one kind.
   */
  words: number
  grams: number
  mixed: number
}

type Slot = <K extends Extract<keyof Values, string>>(name: K) => RawBuilder<Values[K]>

function isSearch({ words, grams, mixed }: Shape): boolean {
  return words + grams + mixed > 0
}

function termsOf(search: string | undefined) {
  const terms = search === undefined ? [] : searchTermsOf(search)
  return {
    words: terms.filter(({ grams }) => grams.length === 0),
    grams: terms.filter(({ words }) => words.length === 0),
    mixed: terms.filter(({ words, grams }) => words.length > 0 && grams.length > 0),
  }
}

function valuesOf({ kind }: Database, { search, year, type }: AlbumFilter): FilterValues {
  const { words, grams, mixed } = termsOf(search)
  const facets = { type, year }
  const single: SearchTerms[] = kind === 'sqlite' ? mixed : [...words, ...grams, ...mixed]
  return {
    // The value is not used when the shape has no condition for it.
    type: type ?? 'album',
    year: year ?? 0,
    wordMatch: matchOfWords(
      words.map((term) => term.words),
      facets,
    ),
    gramMatch: matchOfGrams(
      grams.map((term) => term.grams),
      facets,
    ),
    ...Object.fromEntries(
      single.flatMap((term, index) => [
        [
          `longs${index}`,
          kind === 'sqlite' ? matchOfWords([term.words], facets) : term.words.map(containing),
        ],
        [`shorts${index}`, kind === 'sqlite' ? matchOfGrams([term.grams], facets) : term.grams],
      ]),
    ),
  }
}

function shapeOf({ kind }: Database, { search, year, type }: AlbumFilter): Shape {
  const { words, grams, mixed } = termsOf(search)
  const atOnce = kind === 'sqlite' ? 1 : Infinity
  return {
    kind,
    order: 'place',
    hasStart: false,
    type: type !== undefined,
    year: year !== undefined,
    words: Math.min(words.length, atOnce),
    grams: Math.min(grams.length, atOnce),
    mixed: mixed.length,
  }
}

/** A statement in all its shapes, each prepared when it is first used. */
function shaped<R>(build: (db: Executor, slot: Slot, shape: Shape) => Compilable<R>) {
  const statements = new Map<string, (db: Executor, values: Values) => Promise<R[]>>()
  return async (db: Database, values: Values, shape: Shape): Promise<R[]> => {
    const name = Object.values(shape).join()
    let run = statements.get(name)
    if (run === undefined) {
      run = prepared<Values, R>((executor, slot) => build(executor, slot, shape))
      statements.set(name, run)
    }
    return run(db, values)
  }
}

function pageColumns({ order }: Shape) {
  const key = sql.ref<SortKey>(order === 'place' ? 'albums.place' : SORTED[order].column).as('key')
  return [...albumColumns, versionOfArchive, key] as const
}

function filteredAlbums(db: Executor, slot: Slot, shape: Shape) {
  return db
    .selectFrom('albums')
    .select(pageColumns(shape))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
}

/**
 * The sort keys of all albums that the search finds, unordered. In SQLite type and year are part of the index
 * query.
 */
function placesFound(db: Executor, slot: Slot, shape: Shape): AliasableExpression<{ place: number }> {
  return shape.kind === 'postgres' ? placesInPostgres(db, slot, shape) : placesInSqlite(db, slot, shape)
}

function placesInPostgres(db: Executor, slot: Slot, shape: Shape) {
  const terms = Array.from({ length: shape.words + shape.grams + shape.mixed }, (_, index) => {
    const longs = sql<boolean>`words like any(${slot(`longs${index}`)})`
    const shorts = sql<boolean>`grams && ${slot(`shorts${index}`)}`
    if (index < shape.words) return longs
    return index < shape.words + shape.grams ? shorts : sql<boolean>`(${longs} or ${shorts})`
  })
  return db
    .selectFrom('albumSearch')
    .select('place')
    .where((eb) => eb.and(terms))
    .$if(shape.type, (query) => query.where('type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('releaseYear', '=', slot('year')))
}

function placesInSqlite(db: Executor, slot: Slot, shape: Shape): AliasableExpression<{ place: number }> {
  const byWords = (match: 'wordMatch' | `longs${number}`) =>
    db
      .selectFrom('albumWords')
      .select('rowid as place')
      .where(sql<boolean>`album_words match ${slot(match)}`)
  const byGrams = (match: 'gramMatch' | `shorts${number}`) =>
    db
      .selectFrom('albumGrams')
      .select('rowid as place')
      .where(sql<boolean>`album_grams match ${slot(match)}`)
  const sources = [
    ...(shape.words > 0 ? [byWords('wordMatch')] : []),
    ...(shape.grams > 0 ? [byGrams('gramMatch')] : []),
    ...Array.from({ length: shape.mixed }, (_, index) =>
      byWords(`longs${index}`).union(byGrams(`shorts${index}`)),
    ),
  ]
  const [first, ...others] = sources
  if (first === undefined) return db.selectFrom('albums').select('place')
  if (others.length === 0) return first
  return db
    .selectFrom(first.as('some'))
    .select('some.place')
    .where((eb) => eb.and(others.map((other) => eb('some.place', 'in', other))))
}
