import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { Executor } from '#database/prepared.ts'
import { songIdsOf } from '#features/catalog/index.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { Services } from '#services.ts'
import { isKind, isTitled, type Kind } from './store/kinds.ts'
import { sources } from './sources.ts'
import * as store from './store/documents.ts'
import { bitsOf } from './store/message-documents.ts'
import { addWords, countDocuments } from './store/words.ts'
import { indexedWords, plainTitle } from './words.ts'

/**
 * Interval at which the worker looks for changes. A search starts the worker as well; the interval keeps the number of
 * changes small until the next search.
 */
const LOOK_EVERY_MS = 30_000
/** Longest time that a search waits for the index. */
const CATCH_UP_MS = 100
/**
 * Maximum number of rows in one transaction. Several rows share words, and each word is written once in a transaction.
 */
const ROWS_AT_ONCE = 200
/** Number of rows after which the event loop runs again. */
const ROWS_OF_STEP = 10
/**
 * A transaction ends after the step in which it reaches this number of words, because other writes to SQLite wait for
 * the transaction.
 */
const WORDS_AT_ONCE = 600

/** Updates the index in the background, in small steps. */
export interface Indexer {
  /**
   * Starts the indexing of changes before a search. If there are few changes, the search waits until they are indexed,
   * but at most `CATCH_UP_MS`.
   */
  catchUp(): Promise<void>
  /** Starts the indexing of changes, for a search that does not wait. */
  wake(): void
  close(): Promise<void>
}

type Needs = Pick<Services, 'db' | 'log'>

export function openIndexer({ db, log }: Needs): Indexer {
  const over = new AbortController()
  const worker = backgroundWorker(
    async () => {
      while (!over.signal.aborted && (await store.countChanges(db, 1)) > 0)
        if (!(await db.transaction().execute(async (trx) => indexSome(trx, db.kind)))) return
    },
    (error) => log.error({ err: error }, 'the search index could not be updated'),
  )
  const timer = setInterval(worker.wake, LOOK_EVERY_MS)
  timer.unref()
  worker.wake()
  return {
    wake: worker.wake,
    catchUp: async () => {
      const changes = await store.countChanges(db, ROWS_AT_ONCE + 1)
      if (changes === 0) return
      worker.wake()
      if (changes > ROWS_AT_ONCE) return
      const inTime = new AbortController()
      const late = pause(CATCH_UP_MS, undefined, { signal: inTime.signal }).catch(() => {})
      await Promise.race([worker.idle(), late])
      inTime.abort()
    },
    close: async () => {
      over.abort()
      clearInterval(timer)
      await worker.close()
    },
  }
}

/** Indexes some of the rows that have changed. @returns false when another process is indexing */
async function indexSome(trx: Executor, kind: Needs['db']['kind']): Promise<boolean> {
  if (!(await store.acquireIndexing(trx, kind))) return false
  const changes = await store.changedRows(trx, ROWS_AT_ONCE)
  const written: Written = { before: [], after: [] }
  const done: number[] = []
  let work = 0
  for (const { of, rows } of stepsOf(changes)) {
    const refs = [...new Set(rows.map(({ ref }) => ref))]
    if (isKind(of)) work += await writeDocuments(trx, of, refs, written)
    // When an album or its songs change, triggers record only the album. Its songs are recorded here.
    if (of === 'album') work += await recordSongs(trx, refs)
    done.push(...rows.map(({ id }) => id))
    await yieldToEventLoop()
    if (work >= WORDS_AT_ONCE) break
  }
  await store.replacePostings(trx, written)
  await countDocuments(trx, differences(written.before, written.after))
  await store.removeChanges(trx, done)
  return true
}

type Change = Awaited<ReturnType<typeof store.changedRows>>[number]

/** Divides changes into steps: a few rows of one kind each. */
function* stepsOf(changes: readonly Change[]): Generator<{ of: string; rows: readonly Change[] }> {
  for (const [of, list] of Map.groupBy(changes, ({ kind }) => kind))
    for (let start = 0; start < list.length; start += ROWS_OF_STEP)
      yield { of, rows: list.slice(start, start + ROWS_OF_STEP) }
}

/** Records the songs of albums as changed. @returns their number */
async function recordSongs(trx: Executor, albumIds: readonly string[]): Promise<number> {
  const songs = await songIdsOf(trx, albumIds)
  await store.recordChanges(trx, 'song', songs)
  return songs.length
}

/** The rows of documents before and after a change. A removed document has no row afterwards. */
type Written = Record<'before' | 'after', store.DocumentRow[]>

/** Writes the documents of some rows. @returns the number of their words */
async function writeDocuments(
  trx: Executor,
  kind: Kind,
  refs: readonly string[],
  written: Written,
): Promise<number> {
  const texts = await sources[kind](trx, refs)
  const before = await store.documentsOf(trx, kind, refs)
  // The words are in the order of the changes. New documents get their ids in this order, and hits that are otherwise
  // equal are sorted by id.
  const words = new Map(
    refs.flatMap((ref) => {
      const text = texts.get(ref)
      if (text === undefined) return []
      return [[ref, { title: indexedWords(text.title), context: indexedWords(text.context ?? '') }] as const]
    }),
  )
  const all = new Set<string>()
  let count = 0
  for (const { title, context } of words.values()) {
    for (const word of [...title, ...context]) all.add(word)
    count += title.size + context.size
  }
  const ids = await addWords(trx, [...all])
  const idsOf = (some: Iterable<string>) => [...some].flatMap((word) => ids.get(word) ?? [])
  const nextId = await store.unusedIds(trx, kind)
  const changed: store.DocumentRow[] = []
  for (const [ref, { title, context }] of words) {
    const old = before.get(ref)
    const row = {
      id: old?.id ?? nextId(),
      kind,
      ref,
      title: isTitled(kind) ? plainTitle(texts.get(ref)?.title ?? '') : '',
      words: store.joinedIds({ title: idsOf(title), context: idsOf(context) }),
      author: texts.get(ref)?.author ?? null,
      holds: bitsOf(texts.get(ref)?.holds ?? []),
    }
    if (old === undefined || isChanged(old, row)) changed.push(row)
  }
  const gone = [...before.values()].filter(({ ref }) => !words.has(ref))
  await store.removeDocuments(
    trx,
    gone.map(({ id }) => id),
  )
  await store.putDocuments(trx, changed)
  written.before.push(...gone, ...changed.flatMap(({ ref }) => before.get(ref) ?? []))
  written.after.push(...changed)
  return count
}

function isChanged(old: store.DocumentRow, row: store.DocumentRow): boolean {
  const { title, words, author, holds } = row
  return old.title !== title || old.words !== words || old.author !== author || old.holds !== holds
}

/** By how much the number of documents that contain a word has changed, by word. */
function differences(
  before: readonly store.DocumentRow[],
  after: readonly store.DocumentRow[],
): Map<number, number> {
  const found = new Map<number, number>()
  const count = (rows: readonly store.DocumentRow[], by: number) => {
    for (const { words } of rows)
      for (const id of store.wordSet(words)) found.set(id, (found.get(id) ?? 0) + by)
  }
  count(before, -1)
  count(after, 1)
  for (const [id, by] of found) if (by === 0) found.delete(id)
  return found
}
