import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#database/prepared.ts'
import { comparing, lettersOf, slipsIn } from './similar-words.ts'
import { idsOfWords, wordsBehind } from './store/words.ts'

/** Most words in memory, about 30 MB; further ones are found only as they are written. */
const WORDS_MAX = 250_000
const LOADED_AT_ONCE = 2048
/** Most words with which one word of a search is replaced, in each way. */
const ALTERNATIVES_MAX = 48
/** Most texts of which the words are remembered, for each way: members type the same beginnings again and again. */
const REMEMBERED_MAX = 1000
/** Shorter texts are only looked for at the beginning of words. */
const INSIDE_MIN_LENGTH = 3

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

/** Words that were read together, in alphabetical order. */
interface Chunk {
  words: readonly string[]
  /** The words between line breaks. */
  text: string
}

/** Words of one length. */
interface Bucket {
  words: string[]
  /** What `lettersOf` returns for each. */
  letters: number[]
}

export function openVocabulary(db: Executor): Vocabulary {
  const ids = new Map<string, number>()
  const documents = new Map<number, number>()
  const chunks: Chunk[] = []
  const buckets: Bucket[] = []
  let last = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    for (;;) {
      const rows = await wordsBehind(db, last, Math.min(LOADED_AT_ONCE, WORDS_MAX - ids.size))
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.id
      for (const one of [beginning, inside, similar]) one.forget()
      const added = rows.map(({ word }) => word).filter((word) => !ids.has(word))
      for (const { id, word, documents: count } of rows) {
        // A word that had been removed and was added again has another id.
        ids.set(word, id)
        if (count > 1) documents.set(id, count)
      }
      addChunk(chunks, added)
      for (const word of added) {
        const bucket = (buckets[word.length] ??= { words: [], letters: [] })
        bucket.words.push(word)
        bucket.letters.push(lettersOf(word))
      }
      if (rows.length < LOADED_AT_ONCE || ids.size >= WORDS_MAX) return
      await yieldToEventLoop()
    }
  }

  const idsOf = (words: Iterable<string>) => [...words].flatMap((word) => ids.get(word) ?? [])

  const beginning = remembered((texts) => {
    const found = new Set<string>()
    for (const text of texts)
      for (const chunk of chunks) {
        if (found.size >= ALTERNATIVES_MAX) break
        addBeginning(chunk, text, found)
      }
    return idsOf(found)
  })
  const inside = remembered((texts) => {
    const found = new Set<string>()
    for (const text of texts)
      for (const chunk of text.length < INSIDE_MIN_LENGTH ? [] : chunks) {
        if (found.size >= ALTERNATIVES_MAX) break
        addInside(chunk, text, found)
      }
    return idsOf(found)
  })
  const similar = remembered((texts): SimilarWord[] => {
    const nearest = texts
      .flatMap((text) => similarTo(text, buckets))
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

/** The last chunk grows until it has as many words as are read at once. */
function addChunk(chunks: Chunk[], added: readonly string[]): void {
  if (added.length === 0) return
  const end = chunks.at(-1)
  const isGrowing = end !== undefined && end.words.length + added.length <= LOADED_AT_ONCE
  const words = [...(isGrowing ? end.words : []), ...added].sort()
  if (isGrowing) chunks.pop()
  chunks.push({ words, text: `\n${words.join('\n')}\n` })
}

function addBeginning({ words }: Chunk, text: string, into: Set<string>): void {
  let from = 0
  let to = words.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((words[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  for (let index = from; into.size < ALTERNATIVES_MAX; index += 1) {
    const word = words[index]
    if (word?.startsWith(text) !== true) return
    if (word !== text) into.add(word)
  }
}

function addInside({ text: all }: Chunk, text: string, into: Set<string>): void {
  let at = all.indexOf(text)
  while (at !== -1 && into.size < ALTERNATIVES_MAX) {
    const end = all.indexOf('\n', at)
    const begin = all.lastIndexOf('\n', at - 1) + 1
    if (begin !== at) into.add(all.slice(begin, end))
    at = all.indexOf(text, end)
  }
}

type Similar = Omit<SimilarWord, 'id'>

function similarTo(text: string, buckets: readonly (Bucket | undefined)[]): Similar[] {
  const compare = comparing(text)
  if (compare === undefined) return []
  const own = lettersOf(text)
  const found: Similar[] = []
  const slipsOf = (length: number) => slipsIn(Math.max(text.length, length))
  for (const [length, bucket] of buckets.entries()) {
    const most = slipsOf(length)
    if (bucket === undefined || most === 0 || Math.abs(length - text.length) > most) continue
    for (let index = 0; index < bucket.letters.length; index += 1) {
      const letters = bucket.letters[index] ?? 0
      if (hasMoreThan(most, own & ~letters) || hasMoreThan(most, letters & ~own)) continue
      const word = bucket.words[index] ?? ''
      const { whole } = compare(word)
      if (whole <= most && whole > 0) found.push({ word, slips: whole })
    }
  }
  return found.length > 0 ? found : beginningLike(text, buckets)
}

/** Words that begin with a similar text: the end was not typed yet. */
function beginningLike(text: string, buckets: readonly (Bucket | undefined)[]): Similar[] {
  const compare = comparing(text)
  const most = slipsIn(text.length)
  const found: Similar[] = []
  if (compare === undefined || most === 0) return found
  const own = lettersOf(text)
  for (const bucket of buckets.slice(text.length + 1)) {
    const all = bucket?.letters ?? []
    for (let index = 0; index < all.length; index += 1) {
      const letters = all[index] ?? 0
      if (hasMoreThan(most, own & ~letters)) continue
      const word = bucket?.words[index] ?? ''
      const { beginning } = compare(word)
      if (beginning <= most && found.push({ word, slips: beginning }) >= ALTERNATIVES_MAX) return found
    }
  }
  return found
}

/** Whether more than one or two bits are set. */
function hasMoreThan(most: number, bits: number): boolean {
  const withoutOne = bits & (bits - 1)
  return (most === 1 ? withoutOne : withoutOne & (withoutOne - 1)) !== 0
}
