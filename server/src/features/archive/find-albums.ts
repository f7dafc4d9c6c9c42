import type { AlbumType } from '@tonarchiv/contract/archive'
import { type AliasableExpression, type Compilable, type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { containing, matchOfGrams, matchOfWords } from './search-index.ts'
import { wantedOf } from './search-words.ts'

/** What a list of albums is narrowed to. */
export interface AlbumFilter {
  search?: string | undefined
  year?: number | undefined
  type?: AlbumType | undefined
}

/** An album with the JSON of its tracks. */
export interface AlbumRow {
  id: string
  title: string
  place: number
  type: AlbumType
  releaseYear: number | null
  isExclusive: number
  coverName: string | null
  /** JSON. */
  trackList: string
  createdAt: string
}

/**
 * The same as a page needs it: tracks as they go out, as bytes where they can be had so that nothing is decoded to be
 * encoded again, and the state of the archive that it was read from.
 */
export interface PageRow extends Omit<AlbumRow, 'trackList'> {
  trackList: string | Uint8Array
  version: number
}

/** Where a page begins: at a place, and some rows after it. */
export interface PageStart {
  place: number
  skip: number
}

const factColumns = [
  'albums.id',
  'albums.title',
  'albums.place',
  'albums.type',
  'albums.releaseYear',
  'albums.isExclusive',
  'albums.coverName',
  'albums.createdAt',
] as const
export const albumColumns = [...factColumns, 'albums.trackList'] as const

/** Beside a row this costs nothing; whoever remembers something of the archive sees by it whether that still holds. */
export const versionOfArchive = sql<number>`(select version from archive_state)`.as('version')

/** Albums in the archive's order. */
export async function findAlbums(
  db: Database,
  filter: AlbumFilter,
  { place, skip }: PageStart,
  limit: number,
): Promise<PageRow[]> {
  return selectPage(db, { ...valuesOf(filter), from: place, skip, limit }, shapeOf(db, filter))
}

/** Albums by their upload, newest first. */
export async function findNewest(
  db: Database,
  filter: AlbumFilter,
  skip: number,
  limit: number,
): Promise<PageRow[]> {
  return selectNewest(db, { ...valuesOf(filter), from: 0, skip, limit }, shapeOf(db, filter))
}

/** How many albums a search finds. */
export async function countFound(db: Database, filter: AlbumFilter): Promise<number> {
  const values = { ...valuesOf(filter), from: 0, skip: 0, limit: 0 }
  const [row] = await selectCount(db, values, shapeOf(db, filter))
  return row?.found ?? 0
}

const selectPage = shaped<PageRow>((db, slot, shape) => {
  if (!shape.words && !shape.grams) {
    return filteredAlbums(db, slot, shape)
      .where('place', '>=', slot('from'))
      .orderBy('place')
      .limit(slot('limit'))
      .offset(slot('skip'))
  }
  const page = db
    .selectFrom(placesFound(db, slot, shape).as('found'))
    .select('found.place')
    .where('found.place', '>=', slot('from'))
    .orderBy('found.place')
    .limit(slot('limit'))
    .offset(slot('skip'))
  return db
    .selectFrom(page.as('page'))
    .innerJoin('albums', 'albums.place', 'page.place')
    .select(pageColumns(shape))
    .orderBy('page.place')
})

const selectNewest = shaped<PageRow>((db, slot, shape) => {
  const albums = filteredAlbums(db, slot, shape)
  const places = db.selectFrom(placesFound(db, slot, shape).as('found')).select('found.place')
  const found = shape.words || shape.grams ? albums.where('albums.place', 'in', places) : albums
  return found.orderBy('id', 'desc').limit(slot('limit')).offset(slot('skip'))
})

const selectCount = shaped<{ found: number }>((db, slot, shape) =>
  db
    .selectFrom(placesFound(db, slot, shape).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('found')),
)

/** Everything that a statement may be given; it takes of it what its shape needs. */
interface Values {
  from: number
  skip: number
  limit: number
  type: AlbumType
  year: number
  /** For SQLite. */
  wordMatch: string
  gramMatch: string
  /** For PostgreSQL. */
  patterns: string[]
  shortPieces: string[]
}

/** Which conditions a statement has; statements of one shape differ only in their values. */
interface Shape {
  kind: Database['kind']
  type: boolean
  year: boolean
  words: boolean
  grams: boolean
}

type Slot = <K extends keyof Values>(name: K) => RawBuilder<Values[K]>

function valuesOf({ search, year, type }: AlbumFilter) {
  const wanted = search === undefined ? undefined : wantedOf(search)
  return {
    // Where the filter says nothing, the shape has no place for these either.
    type: type ?? 'album',
    year: year ?? 0,
    wordMatch: matchOfWords(wanted?.words ?? [], { type, year }),
    gramMatch: matchOfGrams(wanted?.grams ?? [], { type, year }),
    patterns: (wanted?.words ?? []).map(containing),
    shortPieces: wanted?.grams ?? [],
  }
}

function shapeOf({ kind }: Database, { search, year, type }: AlbumFilter): Shape {
  const wanted = search === undefined ? undefined : wantedOf(search)
  return {
    kind,
    type: type !== undefined,
    year: year !== undefined,
    words: (wanted?.words.length ?? 0) > 0,
    grams: (wanted?.grams.length ?? 0) > 0,
  }
}

/** A statement in all its shapes, each prepared when it is first wanted. */
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

function pageColumns({ kind }: Shape) {
  const trackList = kind === 'sqlite' ? sql`cast(albums.track_list as blob)` : sql`albums.track_list`
  return [...factColumns, trackList.$castTo<string | Uint8Array>().as('trackList'), versionOfArchive] as const
}

function filteredAlbums(db: Executor, slot: Slot, shape: Shape) {
  return db
    .selectFrom('albums')
    .select(pageColumns(shape))
    .$if(shape.type, (query) => query.where('albums.type', '=', slot('type')))
    .$if(shape.year, (query) => query.where('albums.releaseYear', '=', slot('year')))
}

/** The places of all albums that the search finds, unordered. Type and year are part of what SQLite's index is asked. */
function placesFound(db: Executor, slot: Slot, shape: Shape): AliasableExpression<{ place: number }> {
  if (shape.kind === 'postgres') {
    const matches = [
      ...(shape.words ? [sql<boolean>`words like any(${slot('patterns')})`] : []),
      ...(shape.grams ? [sql<boolean>`grams && ${slot('shortPieces')}`] : []),
    ]
    return db
      .selectFrom('albumSearch')
      .select('place')
      .where((eb) => eb.or(matches))
      .$if(shape.type, (query) => query.where('type', '=', slot('type')))
      .$if(shape.year, (query) => query.where('releaseYear', '=', slot('year')))
  }
  const byWords = db
    .selectFrom('albumWords')
    .select('rowid as place')
    .where(sql<boolean>`album_words match ${slot('wordMatch')}`)
  const byGrams = db
    .selectFrom('albumGrams')
    .select('rowid as place')
    .where(sql<boolean>`album_grams match ${slot('gramMatch')}`)
  if (shape.words && shape.grams) return byWords.union(byGrams)
  return shape.words ? byWords : byGrams
}
