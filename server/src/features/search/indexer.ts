import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Executor } from '#database/prepared.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { Services } from '#services.ts'
import { isKind, type Kind } from './store/kinds.ts'
import { sources } from './sources.ts'
import * as store from './store/documents.ts'
import { addWords, countDocuments } from './store/words.ts'
import { indexedWords, plainTitle } from './words.ts'

/** Changes of other processes, and of commands beside the server, are not announced. */
const LOOK_EVERY_MS = 1000
/** Rows of one transaction: as many as take about this time. */
const BATCH_MS = 8
const BATCH_MIN = 5
const BATCH_MAX = 400

/** Brings the index up to date in the background, in small steps. */
export interface Indexer {
  /** Indexes what has changed now. */
  wake(): void
  close(): Promise<void>
}

type Needs = Pick<Services, 'db' | 'log'>

export function openIndexer({ db, log }: Needs): Indexer {
  const over = new AbortController()
  let rows = BATCH_MIN
  const worker = backgroundWorker(
    async () => {
      while (!over.signal.aborted && (await store.isAnyChanged(db))) {
        const begin = performance.now()
        const isTurn = await db.transaction().execute(async (trx) => indexSome(trx, db.kind, rows))
        if (!isTurn) return
        const next = (rows * BATCH_MS) / Math.max(1, performance.now() - begin)
        rows = Math.round(Math.min(BATCH_MAX, 2 * rows, Math.max(BATCH_MIN, next)))
        await yieldToEventLoop()
      }
    },
    (error) => log.error({ err: error }, 'the search index could not be updated'),
  )
  const timer = setInterval(worker.wake, LOOK_EVERY_MS)
  timer.unref()
  worker.wake()
  return {
    wake: worker.wake,
    close: async () => {
      over.abort()
      clearInterval(timer)
      await worker.close()
    },
  }
}

/** Indexes rows that have changed. @returns false when another process does it */
async function indexSome(trx: Executor, kind: Needs['db']['kind'], limit: number): Promise<boolean> {
  if (!(await store.acquireIndexing(trx, kind))) return false
  const changes = await store.changedRows(trx, limit)
  const refs = Map.groupBy(changes, (change) => change.kind)
  for (const [of, list] of refs)
    if (isKind(of)) await indexRows(trx, kind, of, [...new Set(list.map(({ ref }) => ref))])
  await store.removeChanges(
    trx,
    changes.map(({ id }) => id),
  )
  return true
}

async function indexRows(
  trx: Executor,
  database: Needs['db']['kind'],
  kind: Kind,
  refs: readonly string[],
): Promise<void> {
  const texts = await sources[kind](trx, refs)
  const before = await store.documentsOf(trx, kind, refs)
  const words = new Map(
    [...texts].map(([ref, { title, context }]) => [
      ref,
      { title: indexedWords(title), context: indexedWords(context ?? '') },
    ]),
  )
  const all = new Set<string>()
  for (const { title, context } of words.values()) for (const word of [...title, ...context]) all.add(word)
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
      title: kind === 'message' || kind === 'lyrics' ? '' : plainTitle(texts.get(ref)?.title ?? ''),
      words: store.joinedIds({ title: idsOf(title), context: idsOf(context) }),
    }
    if (old?.title !== row.title || old.words !== row.words) changed.push(row)
  }
  const gone = [...before.values()].filter(({ ref }) => !words.has(ref))
  const replaced = changed.flatMap(({ ref }) => before.get(ref) ?? [])
  await countDocuments(trx, differences([...gone, ...replaced], changed))
  await store.removeDocuments(
    trx,
    database,
    gone.map(({ id }) => id),
    { isGone: true },
  )
  await store.removeDocuments(
    trx,
    database,
    replaced.map(({ id }) => id),
    { isGone: false },
  )
  await store.putDocuments(trx, database, changed)
}

/** By how much the numbers of documents with each word change. */
function differences(
  before: readonly store.DocumentRow[],
  after: readonly store.DocumentRow[],
): Map<number, number> {
  const found = new Map<number, number>()
  const count = (rows: readonly store.DocumentRow[], by: number) => {
    for (const { words } of rows) {
      const { title, context } = store.splitIds(words)
      for (const id of new Set([...title, ...context])) found.set(id, (found.get(id) ?? 0) + by)
    }
  }
  count(before, -1)
  count(after, 1)
  for (const [id, by] of found) if (by === 0) found.delete(id)
  return found
}
