import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import { contextOf, documentOf, hasContext, type Kind, rangeOf } from './kinds.ts'

/** A document that was found. */
export interface Match {
  id: number
  ref: string
  /** The ids of its words; see `splitIds`. */
  words: string
}

interface TitleRange {
  kind: string
  fromTitle: string
  toTitle: string
  limit: number
}

const selectByTitle = prepared<TitleRange, Match>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'ref', 'words'])
    .where('kind', '=', slot('kind'))
    .where('title', '>=', slot('fromTitle'))
    .where('title', '<', slot('toTitle'))
    .orderBy('title')
    .orderBy('id')
    .limit(slot('limit')),
)

/** Documents whose title begins with a text, shortest titles first. */
export async function findByTitle(db: Executor, kind: Kind, title: string, limit: number): Promise<Match[]> {
  if (title === '') return []
  return selectByTitle(db, { kind, fromTitle: title, toTitle: `${title}\u{10ffff}`, limit })
}

interface WordRange {
  word: number
  from: number
  to: number
  limit: number
}

const selectWithWord = prepared<WordRange, { document: number }>((db, slot) =>
  db
    .selectFrom('searchPostings')
    .select('document')
    .where('word', '=', slot('word'))
    .where('document', '>=', slot('from'))
    .where('document', '<', slot('to'))
    .orderBy('document')
    .limit(slot('limit')),
)

/** The ids of the first documents of a kind that contain a word, in their titles if they have a context. */
export async function firstWithWord(
  db: Executor,
  kind: Kind,
  word: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectWithWord(db, { word, ...rangeOf(kind), limit })
  return rows.map(({ document }) => document)
}

/** The ids of the first documents of a kind that contain a word only in their context. */
export async function firstWithContext(
  db: Executor,
  kind: Kind,
  word: number,
  limit: number,
): Promise<number[]> {
  if (!hasContext(kind)) return []
  const { from, to } = rangeOf(kind)
  const rows = await selectWithWord(db, { word, from: contextOf(from), to: contextOf(to), limit })
  return rows.map(({ document }) => documentOf(document))
}

const selectCount = prepared<WordRange, { count: number }>((db, slot) =>
  db
    .selectFrom(
      db
        .selectFrom('searchPostings')
        .select('document')
        .where('word', '=', slot('word'))
        .where('document', '>=', slot('from'))
        .where('document', '<', slot('to'))
        .limit(slot('limit'))
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** The number of documents of a kind that contain a word, counted up to a limit. */
export async function countWithWord(db: Executor, kind: Kind, word: number, limit: number): Promise<number> {
  const [row] = await selectCount(db, { word, ...rangeOf(kind), limit })
  return row?.count ?? 0
}

function isOneOfNumbers(db: Executor, column: string, list: RawBuilder<readonly number[]>) {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(${list}::bigint[])`
}

/** A document that contains a word, or `contextOf` it. */
export interface Posting {
  word: number
  document: number
}

const selectWithWords = prepared<{ words: readonly number[]; limit: number }, Posting>((db, slot) =>
  db
    .selectFrom('searchPostings')
    .select(['word', 'document'])
    .where(isOneOfNumbers(db, 'word', slot('words')))
    .orderBy('word')
    .orderBy('document')
    .limit(slot('limit')),
)

/** The first documents of all kinds that contain one of these words, in the order of words and documents. */
export async function someWithWords(
  db: Executor,
  words: readonly number[],
  limit: number,
): Promise<Posting[]> {
  return words.length === 0 ? [] : selectWithWords(db, { words, limit })
}

const selectByIds = prepared<{ ids: readonly number[] }, Match>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'ref', 'words'])
    .where(isOneOfNumbers(db, 'id', slot('ids')))
    .orderBy('id'),
)

/** Documents in the order of their ids. */
export async function documentsByIds(db: Executor, ids: readonly number[]): Promise<Match[]> {
  return ids.length === 0 ? [] : selectByIds(db, { ids })
}
