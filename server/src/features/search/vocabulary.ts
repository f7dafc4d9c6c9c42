import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Executor } from '#database/prepared.ts'
import { bitsIn, comparing, lettersOf, slipsIn } from './similar-words.ts'
import { idsOfWords, wordsBehind } from './store/words.ts'

/** Most words in memory, about 20 MB; further ones are found only as they are written. */
const WORDS_MAX = 250_000
const LOADED_AT_ONCE = 4000
const WORDS_OF_CHUNK = 4096
/** Most words with which one word of a search is replaced, in each way. */
const ALTERNATIVES_MAX = 64
/** Shorter texts are only looked for at the beginning of words. */
const INSIDE_MIN_LENGTH = 3

/** Ids of words. */
export interface Containing {
  beginning: readonly number[]
  inside: readonly number[]
}

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
  /** Words that contain one of these texts, without the texts themselves. */
  containing(texts: readonly string[]): Containing
  /**
   * Words that differ from one of these by the slips that their length allows, nearest first. If there are
   * none, words that begin like it.
   */
  similar(texts: readonly string[]): SimilarWord[]
}

export function openVocabulary(db: Executor): Vocabulary {
  const ids = new Map<string, number>()
  const words: string[] = []
  const letters = new Int32Array(WORDS_MAX)
  /** The words, each between line breaks, in texts that are searched as a whole. */
  const chunks: string[] = []
  let last = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    while (words.length < WORDS_MAX) {
      const rows = await wordsBehind(db, last, Math.min(LOADED_AT_ONCE, WORDS_MAX - words.length))
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.id
      const before = words.length
      for (const { id, word } of rows) {
        if (!ids.has(word)) {
          letters[words.length] = lettersOf(word)
          words.push(word)
        }
        // A word that had been removed and was added again has another id.
        ids.set(word, id)
      }
      for (let chunk = Math.floor(before / WORDS_OF_CHUNK); chunk * WORDS_OF_CHUNK < words.length; chunk += 1)
        chunks[chunk] = `\n${words.slice(chunk * WORDS_OF_CHUNK, (chunk + 1) * WORDS_OF_CHUNK).join('\n')}\n`
      if (rows.length < LOADED_AT_ONCE) return
      await yieldToEventLoop()
    }
  }

  return {
    refresh: async () => {
      loading ??= load().finally(() => {
        loading = undefined
      })
      return loading
    },
    exact: async (texts) => {
      const known = texts.flatMap((text) => ids.get(text) ?? [])
      return words.length < WORDS_MAX || known.length === texts.length ? known : idsOfWords(db, texts)
    },
    containing: (texts) => {
      const beginning = new Set<number>()
      const inside = new Set<number>()
      for (const text of texts) {
        for (const chunk of chunks)
          if (beginning.size < ALTERNATIVES_MAX || inside.size < ALTERNATIVES_MAX)
            collect(chunk, text, { ids, beginning, inside })
      }
      return { beginning: [...beginning], inside: [...inside] }
    },
    similar: (texts) => {
      const found = texts.flatMap((text) => similarTo(text, words, letters))
      const nearest = found.toSorted((a, b) => a.slips - b.slips)
      return nearest.slice(0, ALTERNATIVES_MAX).flatMap(({ word, slips }) => {
        const id = ids.get(word)
        return id === undefined ? [] : [{ id, word, slips }]
      })
    },
  }
}

/** Adds the words of a chunk that contain a text. */
function collect(
  chunk: string,
  text: string,
  into: { ids: ReadonlyMap<string, number>; beginning: Set<number>; inside: Set<number> },
): void {
  const isShort = text.length < INSIDE_MIN_LENGTH
  const wanted = isShort ? `\n${text}` : text
  let at = chunk.indexOf(wanted)
  while (at !== -1) {
    const place = isShort ? at + 1 : at
    const begin = chunk.lastIndexOf('\n', place - 1) + 1
    const end = chunk.indexOf('\n', place)
    const list = begin === place ? into.beginning : into.inside
    if (list.size < ALTERNATIVES_MAX && end - begin !== text.length) {
      const id = into.ids.get(chunk.slice(begin, end))
      if (id !== undefined) list.add(id)
    } else if (into.beginning.size >= ALTERNATIVES_MAX && (isShort || into.inside.size >= ALTERNATIVES_MAX))
      return
    at = chunk.indexOf(wanted, end)
  }
}

function similarTo(
  text: string,
  words: readonly string[],
  letters: Int32Array,
): { word: string; slips: number }[] {
  const compare = comparing(text)
  if (compare === undefined) return []
  const own = lettersOf(text)
  const found: { word: string; slips: number }[] = []
  const begun: { word: string; slips: number }[] = []
  const slipsOfText = slipsIn(text.length)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const its = letters[index] ?? 0
    const most = slipsIn(Math.max(text.length, word.length))
    if (most === 0 || text.length - word.length > most) continue
    const isWhole = word.length - text.length <= most && bitsIn(its & ~own) <= most
    if (!isWhole && (slipsOfText === 0 || found.length > 0)) continue
    if (bitsIn(own & ~its) > most) continue
    const { whole, beginning } = compare(word)
    if (isWhole && whole <= most && whole > 0) found.push({ word, slips: whole })
    else if (beginning <= slipsOfText && beginning > 0 && begun.length < ALTERNATIVES_MAX)
      begun.push({ word, slips: beginning })
  }
  return found.length > 0 ? found : begun
}
