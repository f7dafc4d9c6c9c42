import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { contextOf, isNewestFirst, type Kind, rangeOf } from './kinds.ts'

export type DocumentRow = Selectable<Schema['searchDocuments']>

/** The ids of the words of a document. */
export interface WordIds {
  title: readonly number[]
  /** Words of the document that are not in its title. */
  context: readonly number[]
}

/** Joins the ids of words to the text that the row of a document stores. */
export function joinedIds({ title, context }: WordIds): string {
  return `${title.join(' ')}|${context.join(' ')}`
}

export function splitIds(words: string): WordIds {
  const [title = '', context = ''] = words.split('|')
  const ids = (list: string) => (list === '' ? [] : list.split(' ').map(Number))
  return { title: ids(title), context: ids(context) }
}

/** Rows that have changed, the earliest changes first. */
export async function changedRows(
  trx: Executor,
  limit: number,
): Promise<Selectable<Schema['searchChanges']>[]> {
  return trx.selectFrom('searchChanges').selectAll().orderBy('id').limit(limit).execute()
}

const selectChanges = prepared<{ limit: number }, { id: number }>((db, slot) =>
  db.selectFrom('searchChanges').select('id').limit(slot('limit')),
)

/** The number of recorded changes; counting stops at the limit. */
export async function countChanges(db: Executor, limit: number): Promise<number> {
  return (await selectChanges(db, { limit })).length
}

const selectNewest = prepared<{ limit: number }, { kind: string; ref: string }>((db, slot) =>
  db.selectFrom('searchChanges').select(['kind', 'ref']).orderBy('id', 'desc').limit(slot('limit')),
)

/** The rows of a kind among the newest changes, each once, in the order of their first change. */
export async function newestChanges(db: Executor, kind: Kind, limit: number): Promise<string[]> {
  const rows = await selectNewest(db, { limit })
  return [...new Set(rows.toReversed().flatMap(({ kind: of, ref }) => (of === kind ? [ref] : [])))]
}

const insertChanges = insertRows<{ kind: Kind; ref: string }>('search_changes', { kind: 'text', ref: 'text' })

/** Records rows as changed. */
export async function recordChanges(trx: Executor, kind: Kind, refs: readonly string[]): Promise<void> {
  await insertChanges(
    trx,
    refs.map((ref) => ({ kind, ref })),
  )
}

export async function removeChanges(trx: Executor, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('searchChanges').where('id', 'in', ids).execute()
}

/**
 * Locks the index so that only one process writes to it until the transaction ends. SQLite has a single writer and
 * needs no lock.
 * @returns false when another process is indexing
 */
export async function acquireIndexing(trx: Executor, kind: Database['kind']): Promise<boolean> {
  if (kind === 'sqlite') return true
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(7018) as taken`.execute(trx)
  return rows[0]?.taken === true
}

const selectByRefs = prepared<{ kind: string; refs: readonly string[] }, DocumentRow>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .selectAll()
    .where('kind', '=', slot('kind'))
    .where(isOneOf(db, 'ref', slot('refs'))),
)

export async function documentsOf(
  trx: Executor,
  kind: Kind,
  refs: readonly string[],
): Promise<Map<string, DocumentRow>> {
  return new Map((await selectByRefs(trx, { kind, refs })).map((row) => [row.ref, row]))
}

/** Returns a function that returns a new unused document id of a kind with each call. */
export async function unusedIds(trx: Executor, kind: Kind): Promise<() => number> {
  const { from, to } = rangeOf(kind)
  const row = await trx
    .selectFrom('searchDocuments')
    .select((eb) => [eb.fn.min('id').as('least'), eb.fn.max('id').as('most')])
    .where('id', '>=', from)
    .where('id', '<', to)
    .executeTakeFirst()
  if (isNewestFirst(kind)) {
    let least = row?.least ?? to
    return () => (least -= 1)
  }
  let most = row?.most ?? from
  return () => (most += 1)
}

const insertDocuments = insertRows<DocumentRow>(
  'search_documents',
  {
    id: 'bigint',
    kind: 'text',
    ref: 'text',
    title: 'text',
    words: 'text',
    author: 'text',
    holds: 'integer',
  },
  `on conflict (id) do update set title = excluded.title, words = excluded.words, author = excluded.author,
    holds = excluded.holds`,
)
/** Inserts documents, and replaces those with the same ids. `replacePostings` must be called for their words. */
export async function putDocuments(trx: Executor, rows: readonly DocumentRow[]): Promise<void> {
  await insertDocuments(trx, rows)
}

export async function removeDocuments(trx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('searchDocuments').where('id', 'in', ids).execute()
}

/** The ids of all words of a document, each once. */
export function wordSet(words: string): Set<number> {
  const { title, context } = splitIds(words)
  return new Set([...title, ...context])
}

type Posting = Selectable<Schema['searchPostings']>

/**
 * Maps each word of a document to the document's id. If the word is in the context only, maps it to `contextOf` that
 * id.
 */
function placesOf({ id, words }: DocumentRow): Map<number, number> {
  const { title, context } = splitIds(words)
  const places = new Map(context.map((word) => [word, contextOf(id)]))
  for (const word of title) places.set(word, id)
  return places
}

const insertPostings = insertRows<Posting>('search_postings', { word: 'integer', document: 'bigint' })
const POSTINGS_AT_ONCE = 500

/** Removes the postings of words that documents no longer contain, and adds those of new words. */
export async function replacePostings(
  trx: Executor,
  { before, after }: { before: readonly DocumentRow[]; after: readonly DocumentRow[] },
): Promise<void> {
  const old = new Map(before.map((row) => [row.id, placesOf(row)]))
  const now = new Map(after.map((row) => [row.id, placesOf(row)]))
  for (const [id, places] of old) {
    const gone = [...places].filter(([word, place]) => now.get(id)?.get(word) !== place)
    for (const [place, words] of Map.groupBy(gone, ([, place]) => place))
      await removePostings(
        trx,
        place,
        words.map(([word]) => word),
      )
    await yieldToEventLoop()
  }
  const added: Posting[] = []
  for (const [id, places] of now)
    for (const [word, document] of places)
      if (old.get(id)?.get(word) !== document) added.push({ word, document })
  // Sorted like the index, because rows are inserted fastest in its order.
  added.sort((a, b) => a.word - b.word || a.document - b.document)
  for (let start = 0; start < added.length; start += POSTINGS_AT_ONCE) {
    await insertPostings(trx, added.slice(start, start + POSTINGS_AT_ONCE))
    await yieldToEventLoop()
  }
}

async function removePostings(trx: Executor, document: number, words: readonly number[]): Promise<void> {
  for (let start = 0; start < words.length; start += POSTINGS_AT_ONCE)
    await trx
      .deleteFrom('searchPostings')
      .where('document', '=', document)
      .where('word', 'in', words.slice(start, start + POSTINGS_AT_ONCE))
      .execute()
}
