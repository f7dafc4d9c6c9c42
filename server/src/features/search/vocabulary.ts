import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#database/prepared.ts'
import { idsOfWords, wordsBehind } from './store/words.ts'
import { openWordList } from './word-list.ts'

/** Most words in memory, about 75 MB; further ones are found only as they are written. */
const WORDS_MAX = 250_000
const LOADED_AT_ONCE = 2048
/** Most words with which one word of a search is replaced, in each way. */
export const ALTERNATIVES_MAX = 48
/** Most texts of which the words are remembered, for each way: members type the same beginnings again and again. */
const REMEMBERED_MAX = 1000

export interface SimilarWord {
  id: number
  word: string
  slips: number
}

/** The words of all documents in memory, which each process reads from the database and keeps up to date. */
export interface Vocabulary {
  /** Reads words that were added since. */
  refresh(): Promise<void>
  exact(words: readonly string[]): Promise<number[]>
  /** Words that begin with one of these texts, without the texts themselves. */
  beginning(texts: readonly string[]): readonly number[]
  /** Words that contain one of these texts behind their beginning. */
  inside(texts: readonly string[]): readonly number[]
  /**
   * Words that differ from one of these by the slips that their length allows, nearest first. If there are
   * none, words that begin like it.
   */
  similar(texts: readonly string[]): readonly SimilarWord[]
  /** About how many documents contain a word: as many as did when it was read. */
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
      for (const one of [beginning, inside, similar]) one.forget()
      list.add(rows.map(({ word }) => word).filter((word) => !ids.has(word)))
      for (const { id, word, documents: count } of rows) {
        // A word that had been removed and was added again has another id.
        ids.set(word, id)
        if (count > 1) documents.set(id, count)
      }
      if (rows.length < LOADED_AT_ONCE || ids.size >= WORDS_MAX) return
      await yieldToEventLoop()
    }
  }

  const idsOf = (words: Iterable<string>) => [...words].flatMap((word) => ids.get(word) ?? [])
  /** The words that are found for any of some texts. */
  const several = (find: (text: string, limit: number) => Iterable<string>) =>
    remembered((texts) => {
      const found = new Set<string>()
      for (const text of texts)
        for (const word of find(text, ALTERNATIVES_MAX)) if (found.size < ALTERNATIVES_MAX) found.add(word)
      return idsOf(found)
    })

  const beginning = several((text, limit) => list.beginning(text, limit))
  const inside = several((text, limit) => list.inside(text, limit))
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
    similar: similar.of,
    documentsOf: (id) => documents.get(id) ?? 1,
  }
}

/** Remembers what was found for some texts, until more can be found. */
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
