import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import { type Kind, type Range, TITLED_KINDS, type TitledKind } from './kinds.ts'

/** A document that matches a search. */
export interface Match {
  id: number
  ref: string
  /** The ids of its words; see `splitIds`. */
  words: string
}

interface TitleRange extends Record<TitledKind, number> {
  fromTitle: string
  toTitle: string
}

const selectByTitle = prepared<TitleRange, Match>((db, slot) => {
  const parts = TITLED_KINDS.map((kind) => {
    const documents = db
      .selectFrom('searchDocuments')
      .select(['id', 'ref', 'words', 'title'])
      .where('kind', '=', sql.lit(kind))
      .where('title', '>=', slot('fromTitle'))
      .where('title', '<', slot('toTitle'))
      .orderBy('title')
      .orderBy('id')
      .limit(slot(kind))
    return sql`select * from (${documents}) as ${sql.ref(kind)}`
  })
  return db
    .selectFrom(sql<Match & { title: string }>`(${sql.join(parts, sql` union all `)})`.as('found'))
    .select(['id', 'ref', 'words'])
    .orderBy('title')
    .orderBy('id')
})

/** Documents whose title begins with a text, sorted by title; of each kind at most the number in `wanted`. */
export async function findByTitle(
  db: Executor,
  title: string,
  wanted: ReadonlyMap<Kind, number>,
): Promise<Match[]> {
  if (!TITLED_KINDS.some((kind) => wanted.has(kind)) || title === '') return []
  const limit = (kind: TitledKind) => wanted.get(kind) ?? 0
  return selectByTitle(db, {
    fromTitle: title,
    toTitle: `${title}\u{10ffff}`,
    song: limit('song'),
    album: limit('album'),
    artist: limit('artist'),
    playlist: limit('playlist'),
    video: limit('video'),
  })
}

/**
 * The ids of documents that contain a word, joined to one text, because a row for each id would be slower. An id may be
 * a result of `contextOf`.
 */
interface IdsRow {
  word: number
  documents: string
}

const selectPostings = prepared<{ words: readonly number[]; limit: number }, IdsRow>((db, slot) => {
  const isSqlite = isOnSqlite(db)
  const list = slot('words')
  const first = db
    .selectFrom('searchPostings')
    .select(['word', 'document'])
    .where(isOneOfNumbers(db, 'word', list))
    .orderBy('word')
    .orderBy('document')
    .limit(slot('limit'))
  const joined = isSqlite
    ? sql<string>`group_concat(document, ' ')`
    : sql<string>`string_agg(document::text, ' ')`
  return db
    .selectFrom(first.as('first'))
    .select(['word', joined.as('documents')])
    .groupBy('word')
})

/**
 * The ids of documents that contain words, by word. An id may be a result of `contextOf`. The result is complete if it
 * has fewer than `limit` ids.
 */
export async function postingsOf(
  db: Executor,
  words: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  if (words.length === 0) return new Map()
  const rows = await selectPostings(db, { words, limit })
  return new Map(rows.map(({ word, documents }) => [word, idsIn(documents)]))
}

/** A word, and the range of document ids in which it is searched. */
interface WordRange extends Range {
  word: number
}

/** The first documents in a range that contain a word, and the number of all such documents in the range. */
export interface FirstDocuments {
  documents: number[]
  total: number
}

interface Ranges {
  /** JSON: a list of `[word, from, to]`. */
  ranges: string
  limit: number
  counted: number
}

interface RangeRow {
  index: number
  documents: string | null
  total: number
}

const selectRanges = prepared<Ranges, RangeRow>((db, slot) => {
  const isSqlite = isOnSqlite(db)
  const ranges = slot('ranges')
  // The key of an element of the JSON list counts from 0 on SQLite and from 1 on PostgreSQL.
  const wanted = isSqlite
    ? sql<{ key: number }>`json_each(${ranges})`.as('wanted')
    : sql<{ key: number }>`json_array_elements(${ranges}::json) with ordinality`.as(sql`wanted (value, key)`)
  const part = (index: number) =>
    isSqlite
      ? sql<number>`(wanted.value ->> ${sql.lit(index)})`
      : sql<number>`(wanted.value ->> ${sql.lit(index)})::bigint`
  const some = (limit: RawBuilder<number>) =>
    db
      .selectFrom('searchPostings')
      .select('document')
      .where('word', '=', part(0))
      .where('document', '>=', part(1))
      .where('document', '<', part(2))
      .orderBy('document')
      .limit(limit)
  const joined = isSqlite
    ? sql<string | null>`group_concat(document, ' ')`
    : sql<string | null>`string_agg(document::text, ' ')`
  return db.selectFrom(wanted).select((eb) => [
    sql<number>`wanted.key`.as('index'),
    eb
      .selectFrom(some(slot('limit')).as('first'))
      .select(joined.as('joined'))
      .as('documents'),
    eb
      .selectFrom(some(slot('counted')).as('all'))
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .as('total'),
  ])
})

/**
 * The first documents in each of these ranges, and the number of all documents in the range, counted up to `counted`.
 */
export async function firstInRanges(
  db: Executor,
  ranges: readonly WordRange[],
  { limit, counted }: { limit: number; counted: number },
): Promise<FirstDocuments[]> {
  if (ranges.length === 0) return []
  const list = JSON.stringify(ranges.map(({ word, from, to }) => [word, from, to]))
  const rows = await selectRanges(db, { ranges: list, limit, counted })
  return rows
    .toSorted((a, b) => a.index - b.index)
    .map(({ documents, total }) => ({ documents: idsIn(documents ?? ''), total }))
}

const ZERO = 48
const SPACE = 32

/** Parses the text digit by digit, which is several times faster than splitting it and converting each number. */
function idsIn(text: string): number[] {
  const ids: number[] = []
  let id = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === SPACE) {
      ids.push(id)
      id = 0
    } else id = id * 10 + code - ZERO
  }
  if (text !== '') ids.push(id)
  return ids
}

function isOnSqlite(db: Executor): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

export function isOneOfNumbers(db: Executor, column: string, list: RawBuilder<readonly number[]>) {
  return isOnSqlite(db)
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(${list}::bigint[])`
}

const selectByIds = prepared<{ ids: readonly number[] }, Match>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'ref', 'words'])
    .where(isOneOfNumbers(db, 'id', slot('ids'))),
)

/** Documents in any order. */
export async function documentsByIds(db: Executor, ids: readonly number[]): Promise<Match[]> {
  return ids.length === 0 ? [] : selectByIds(db, { ids })
}
