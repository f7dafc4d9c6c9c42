import { type Selectable, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { isNewestFirst, type Kind, rangeOf } from './kinds.ts'

export type DocumentRow = Selectable<Schema['searchDocuments']>

/** Ids of words. */
export interface WordIds {
  title: readonly number[]
  /** Further ones. */
  context: readonly number[]
}

/** As they are stored in a document. */
export function joinedIds({ title, context }: WordIds): string {
  return `${title.join(' ')}|${context.join(' ')}`
}

export function splitIds(words: string): WordIds {
  const [title = '', context = ''] = words.split('|')
  const ids = (list: string) => (list === '' ? [] : list.split(' ').map(Number))
  return { title: ids(title), context: ids(context) }
}

/** Rows that have changed, those that changed first first. */
export async function changedRows(
  trx: Executor,
  limit: number,
): Promise<Selectable<Schema['searchChanges']>[]> {
  return trx.selectFrom('searchChanges').selectAll().orderBy('id').limit(limit).execute()
}

const selectChange = prepared<object, { id: number }>((db) =>
  db.selectFrom('searchChanges').select('id').limit(1),
)

export async function isAnyChanged(db: Executor): Promise<boolean> {
  return (await selectChange(db, {})).length > 0
}

export async function removeChanges(trx: Executor, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('searchChanges').where('id', 'in', ids).execute()
}

/**
 * Lets one process index at a time, until the transaction ends. SQLite has a single writer and needs no lock.
 * @returns false when another process does it
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

/** Returns unused ids of a kind one after the other. */
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
  { id: 'bigint', kind: 'text', ref: 'text', title: 'text', words: 'text' },
  'on conflict (id) do update set title = excluded.title, words = excluded.words',
)
const insertTokens = insertRows<{ rowid: number; title: string; context: string }>('search_index', {
  rowid: 'bigint',
  title: 'text',
  context: 'text',
})

/** Stores documents in the index; those with the same ids must have been removed from it before. */
export async function putDocuments(
  trx: Executor,
  kind: Database['kind'],
  rows: readonly DocumentRow[],
): Promise<void> {
  await insertDocuments(trx, rows)
  const ordered = rows.toSorted((a, b) => a.id - b.id)
  if (kind === 'sqlite') {
    await insertTokens(
      trx,
      ordered.map(({ id, words }) => {
        const { title, context } = splitIds(words)
        return { rowid: id, title: title.join(' '), context: context.join(' ') }
      }),
    )
    return
  }
  if (rows.length === 0) return
  const values = ordered.map(({ id, words }) => {
    const { title, context } = splitIds(words)
    return sql`(${id}, ${[...title]}::integer[], ${[...new Set([...title, ...context])]}::integer[])`
  })
  await sql`insert into search_index (id, title, context) values ${sql.join(values)}`.execute(trx)
}

/** Removes documents from the index, and with `isGone` their rows. */
export async function removeDocuments(
  trx: Executor,
  kind: Database['kind'],
  ids: readonly number[],
  { isGone }: { isGone: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const key = sql.ref(kind === 'sqlite' ? 'rowid' : 'id')
  await sql`delete from search_index where ${key} in (${sql.join(ids)})`.execute(trx)
  if (isGone) await trx.deleteFrom('searchDocuments').where('id', 'in', ids).execute()
}
