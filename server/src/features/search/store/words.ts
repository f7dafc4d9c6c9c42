import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'

export interface Word {
  id: number
  word: string
  documents: number
}

const selectBehind = prepared<{ id: number; limit: number }, Word>((db, slot) =>
  db
    .selectFrom('searchWords')
    .select(['id', 'word', 'documents'])
    .where('id', '>', slot('id'))
    .orderBy('id')
    .limit(slot('limit')),
)

/** Words with a higher id than this one, in the order in which they were added. */
export async function wordsBehind(db: Executor, id: number, limit: number): Promise<Word[]> {
  return selectBehind(db, { id, limit })
}

const selectByWords = prepared<{ words: readonly string[] }, Omit<Word, 'documents'>>((db, slot) =>
  db
    .selectFrom('searchWords')
    .select(['id', 'word'])
    .where(isOneOf(db, 'word', slot('words'))),
)

export async function idsOfWords(db: Executor, words: readonly string[]): Promise<number[]> {
  return (await selectByWords(db, { words })).map(({ id }) => id)
}

const insertWords = insertRows<{ word: string; documents: number }>('search_words', {
  word: 'text',
  documents: 'integer',
})

/** The ids of words. New words are added. The caller ensures that only one process adds words at a time. */
export async function addWords(trx: Executor, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const known = new Map((await selectByWords(trx, { words })).map(({ id, word }) => [word, id]))
  const added = words.filter((word) => !known.has(word))
  if (added.length === 0) return known
  await insertWords(
    trx,
    added.map((word) => ({ word, documents: 0 })),
  )
  for (const { id, word } of await selectByWords(trx, { words: added })) known.set(word, id)
  return known
}

const countWords = insertRows<Word>(
  'search_words',
  { id: 'integer', word: 'text', documents: 'integer' },
  'on conflict (id) do update set documents = search_words.documents + excluded.documents',
)

/**
 * Updates the number of documents of each word, and removes words that no document contains. `changes` holds the
 * differences by the id of the word.
 */
export async function countDocuments(trx: Executor, changes: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...changes.keys()]
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE)
    const rows = await trx.selectFrom('searchWords').select(['id', 'word']).where('id', 'in', some).execute()
    await countWords(
      trx,
      rows.map(({ id, word }) => ({ id, word, documents: changes.get(id) ?? 0 })),
    )
    await trx.deleteFrom('searchWords').where('id', 'in', some).where('documents', '<=', 0).execute()
    await yieldToEventLoop()
  }
}

const IDS_AT_ONCE = 500
