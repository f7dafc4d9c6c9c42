import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#database/prepared.ts'
import { idsOfWords, wordsBehind } from './store/words.ts'
import { openWordList } from './word-list.ts'

/** Maximum number of words in memory, which take about 75 MB. Further words are found in their exact spelling only. */
const WORDS_MAX = 250_000
const LOADED_AT_ONCE = 2048
/** Maximum number of words of the index that each way of finding them returns for one word of a search. */
export const ALTERNATIVES_MAX = 48
/** The maximum for `containing`. It is higher, because searches that use it need every word that contains a text. */
const CONTAINING_MAX = 400
/** Maximum number of cached results for each way of finding words. Members often type the same beginnings. */
const REMEMBERED_MAX = 1000

export interface SimilarWord {
  id: number
  word: string
  slips: number
}

/** The words of all documents, in memory. Each process reads them from the database and adds new ones. */
export interface Vocabulary {
  /** Reads the words that were added since the last call. */
  refresh(): Promise<void>
  exact(words: readonly string[]): Promise<number[]>
  /** Words that begin with one of these texts, without the texts themselves. */
  beginning(texts: readonly string[]): readonly number[]
  /** Words that contain one of these texts, but not at their beginning. */
  inside(texts: readonly string[]): readonly number[]
  /** Words that contain one of these texts anywhere. The limit is higher than for the other functions. */
  containing(texts: readonly string[]): readonly number[]
  /**
   * Words that differ from one of these texts by at most the slips that their length allows, fewest slips first. If
   * there are no such words, words whose beginning is similar.
   */
  similar(texts: readonly string[]): readonly SimilarWord[]
  /** The approximate number of documents that contain a word. It is as old as the last read of the word. */
  documentsOf(id: number): number
}

export function openVocabulary(db: Executor): Vocabulary {
  const ids = new Map<string, number>()
  const documents = new Map<number, number>()
  const list = openWordList()
  let last = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    for (;;) {
      const rows = await wordsBehind(db, last, Math.min(LOADED_AT_ONCE, WORDS_MAX - ids.size))
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.id
      for (const one of [beginning, inside, containing, similar]) one.forget()
      list.add(rows.map(({ word }) => word).filter((word) => !ids.has(word)))
      for (const { id, word, documents: count } of rows) {
        // A word that was removed and added again has a new id.
        ids.set(word, id)
        if (count > 1) documents.set(id, count)
      }
      if (rows.length < LOADED_AT_ONCE || ids.size >= WORDS_MAX) return
      await yieldToEventLoop()
    }
  }

  const idsOf = (words: Iterable<string>) => [...words].flatMap((word) => ids.get(word) ?? [])
  /** Makes a cached function that finds words for any of several texts. */
  const several = (limit: number, find: (text: string, limit: number) => Iterable<string>) =>
    remembered((texts) => {
      const found = new Set<string>()
      for (const text of texts) for (const word of find(text, limit)) if (found.size < limit) found.add(word)
      return idsOf(found)
    })

  const beginning = several(ALTERNATIVES_MAX, (text, limit) => list.beginning(text, limit))
  const inside = several(ALTERNATIVES_MAX, (text, limit) => list.inside(text, limit))
  const containing = several(CONTAINING_MAX, (text, limit) => [
    ...list.beginning(text, limit / 2),
    ...list.inside(text, limit / 2),
  ])
  const similar = remembered((texts): SimilarWord[] => {
    const nearest = texts
      .flatMap((text) => list.near(text, ALTERNATIVES_MAX))
      .toSorted((a, b) => a.slips - b.slips)
      .slice(0, ALTERNATIVES_MAX)
    return nearest.flatMap(({ word, slips }) => {
      const id = ids.get(word)
      return id === undefined ? [] : [{ id, word, slips }]
    })
  })

  return {
    refresh: async () => {
      if (ids.size >= WORDS_MAX) return
      loading ??= load().finally(() => {
        loading = undefined
      })
      await loading
    },
    exact: async (texts) => {
      const known = idsOf(texts)
      return ids.size < WORDS_MAX || known.length === texts.length ? known : idsOfWords(db, texts)
    },
    beginning: beginning.of,
    inside: inside.of,
    containing: containing.of,
    similar: similar.of,
    documentsOf: (id) => documents.get(id) ?? 1,
  }
}

/** Caches the results for texts, until words are added. */
function remembered<Found extends object>(find: (texts: readonly string[]) => Found) {
  const known = new LRUCache<string, Found>({ max: REMEMBERED_MAX })
  return {
    of: (texts: readonly string[]): Found => {
      const key = texts.join('\n')
      const found = known.get(key) ?? find(texts)
      known.set(key, found)
      return found
    },
    forget: () => known.clear(),
  }
}
