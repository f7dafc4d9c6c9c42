import { type AliasableExpression, sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Shape, Slot } from './album-statements.ts'

/**
 * The sort keys of all albums that the search finds, unordered. In SQLite type and year are part of the index
 * query.
 */
export function placesFound(db: Executor, slot: Slot, shape: Shape): AliasableExpression<{ place: number }> {
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
  if (first === undefined) return db.selectFrom('openAlbums as albums').select('place')
  if (others.length === 0) return first
  return db
    .selectFrom(first.as('some'))
    .select('some.place')
    .where((eb) => eb.and(others.map((other) => eb('some.place', 'in', other))))
}
