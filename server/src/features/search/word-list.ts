import { comparing, lettersOf, type Part, partsOf, SLIPS_MAX, slipsIn } from './similar-words.ts'

/** Shorter texts are only looked for at the beginning of words. */
const INSIDE_MIN_LENGTH = 3
/** Words between two that are sorted into the others together. */
const SORTED_AT_ONCE = 2048
const BEGINNING_LENGTH = 4
const FIRST_SIZE = 64

/** A word that differs from another one. */
export interface NearWord {
  word: string
  slips: number
}

/** Different words, in the order in which they were added, and ways to find them. */
export interface WordList {
  add(words: readonly string[]): void
  /** Words that begin with a text, without the text itself; at most `limit`. */
  beginning(text: string, limit: number): Iterable<string>
  /** Words that contain a text behind their beginning, shortest first; at most `limit`. */
  inside(text: string, limit: number): Iterable<string>
  /**
   * Words that differ from a text by the slips that their length allows. If there are none, at most `limit`
   * words that begin like it.
   */
  near(text: string, limit: number): NearWord[]
}

/**
 * Words of one length, with what `lettersOf` returns for each, and for every two and three letters that follow each
 * other the indexes of the words that contain them: few words are looked at, fewer are compared.
 */
interface Bucket {
  words: string[]
  letters: Int32Array
  pairs: Map<number, number[]>
  triples: Map<number, number[]>
}

export function openWordList(): WordList {
  const sorted: SortedWords = { lists: [], byBeginning: new Map() }
  const buckets: (Bucket | undefined)[] = []
  return {
    add: (words) => {
      addSorted(sorted, words)
      for (const word of words) addToBucket(buckets, word)
    },
    beginning: (text, limit) => wordsBeginning(sorted, text, limit),
    inside: (text, limit) => wordsInside(buckets, text, limit),
    near: (text, limit) => {
      const found = wordsNear(buckets, text)
      return found.length > 0 ? found : wordsBeginningLike(buckets, text, limit)
    },
  }
}

interface SortedWords {
  /** Each sorted for itself. */
  lists: (readonly string[])[]
  /** In which of them words are that begin with these letters. */
  byBeginning: Map<string, number[]>
}

/** The last list grows until it is long: sorting all words anew for each new one would take too long. */
function addSorted({ lists, byBeginning }: SortedWords, added: readonly string[]): void {
  if (added.length === 0) return
  const end = lists.at(-1)
  const isGrowing = end !== undefined && end.length + added.length <= SORTED_AT_ONCE
  if (isGrowing) lists.pop()
  const index = lists.push([...(isGrowing ? end : []), ...added].sort()) - 1
  for (const word of added) {
    const beginning = word.slice(0, BEGINNING_LENGTH)
    const known = byBeginning.get(beginning)
    if (known === undefined) byBeginning.set(beginning, [index])
    else if (known.at(-1) !== index) known.push(index)
  }
}

function addToBucket(buckets: (Bucket | undefined)[], word: string): void {
  const bucket: Bucket = (buckets[word.length] ??= {
    words: [],
    letters: new Int32Array(FIRST_SIZE),
    pairs: new Map(),
    triples: new Map(),
  })
  const index = bucket.words.push(word) - 1
  if (index === bucket.letters.length) bucket.letters = twiceAsLong(bucket.letters)
  bucket.letters[index] = lettersOf(word)
  for (let at = 0; at < word.length - 1; at += 1) {
    addIndex(bucket.pairs, pairAt(word, at), index)
    if (at < word.length - 2) addIndex(bucket.triples, tripleAt(word, at), index)
  }
}

function addIndex(lists: Map<number, number[]>, key: number, index: number): void {
  const indexes = lists.get(key)
  if (indexes === undefined) lists.set(key, [index])
  else if (indexes.at(-1) !== index) indexes.push(index)
}

/** Two letters as a number, which only rare ones share. */
function pairAt(text: string, at: number): number {
  return (Math.imul(text.charCodeAt(at), LETTER_FACTOR) + text.charCodeAt(at + 1)) | 0
}

function tripleAt(text: string, at: number): number {
  return (Math.imul(pairAt(text, at), LETTER_FACTOR) + text.charCodeAt(at + 2)) | 0
}

/** Above the codes of all letters of Europe. */
const LETTER_FACTOR = 1021

const NONE: readonly number[] = []

/** The indexes of the words with the rarest letters of a text of two or more: those that contain it are among them. */
function withRarestLetters({ pairs, triples }: Bucket, text: string): readonly number[] {
  if (text.length === 2) return pairs.get(pairAt(text, 0)) ?? NONE
  let rarest: readonly number[] | undefined
  for (let at = 0; at < text.length - 2; at += 1) {
    const indexes = triples.get(tripleAt(text, at))
    if (indexes === undefined) return NONE
    if (rarest === undefined || indexes.length < rarest.length) rarest = indexes
  }
  return rarest ?? NONE
}

function twiceAsLong(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length)
  longer.set(list)
  return longer
}

function wordsBeginning(
  { lists, byBeginning }: SortedWords,
  text: string,
  limit: number,
): ReadonlySet<string> {
  const found = new Set<string>()
  const indexes =
    text.length < BEGINNING_LENGTH ? lists.keys() : (byBeginning.get(text.slice(0, BEGINNING_LENGTH)) ?? [])
  for (const list of indexes) {
    const words = lists[list] ?? []
    let from = 0
    let to = words.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((words[middle] ?? '') < text) from = middle + 1
      else to = middle
    }
    for (let index = from; ; index += 1) {
      if (found.size >= limit) return found
      const word = words[index]
      if (word?.startsWith(text) !== true) break
      if (word !== text) found.add(word)
    }
  }
  return found
}

function wordsInside(buckets: readonly (Bucket | undefined)[], text: string, limit: number): string[] {
  const found: string[] = []
  if (text.length < INSIDE_MIN_LENGTH) return found
  for (let length = text.length + 1; length < buckets.length; length += 1) {
    const bucket = buckets[length]
    if (bucket === undefined) continue
    for (const index of withRarestLetters(bucket, text)) {
      const word = bucket.words[index] ?? ''
      if (word.indexOf(text) > 0 && found.push(word) >= limit) return found
    }
  }
  return found
}

function wordsNear(buckets: readonly (Bucket | undefined)[], text: string): NearWord[] {
  const found: NearWord[] = []
  const compare = comparing(text)
  if (compare === undefined) return found
  const ownLetters = lettersOf(text)
  const longest = Math.min(buckets.length - 1, text.length + SLIPS_MAX)
  for (let length = Math.max(0, text.length - SLIPS_MAX); length <= longest; length += 1) {
    const most = slipsIn(Math.max(text.length, length))
    const bucket = buckets[length]
    if (bucket === undefined || most === 0 || Math.abs(length - text.length) > most) continue
    const { letters } = bucket
    const isLike = (index: number) => {
      const its = letters[index] ?? 0
      return (bitsBeyond(most, ownLetters & ~its) | bitsBeyond(most, its & ~ownLetters)) === 0
    }
    const slipsOf = (word: string) => compare(word).whole || Infinity
    for (const near of similarIn(bucket, partsOf(text, most), { most, isLike, slipsOf })) found.push(near)
  }
  return found
}

/** Words that begin with a similar text: the end was not typed yet. */
function wordsBeginningLike(
  buckets: readonly (Bucket | undefined)[],
  text: string,
  limit: number,
): NearWord[] {
  const found: NearWord[] = []
  const compare = comparing(text)
  const most = slipsIn(text.length)
  if (compare === undefined || most === 0) return found
  const ownLetters = lettersOf(text)
  const parts = partsOf(text, most)
  for (let length = text.length + 1; length < buckets.length; length += 1) {
    const bucket = buckets[length]
    if (bucket === undefined) continue
    const { letters } = bucket
    const isLike = (index: number) => bitsBeyond(most, ownLetters & ~(letters[index] ?? 0)) === 0
    const slipsOf = (word: string) => compare(word).beginning
    for (const near of similarIn(bucket, parts, { most, isLike, slipsOf }))
      if (found.push(near) >= limit) return found
  }
  return found
}

interface Comparison {
  /** Most slips. */
  most: number
  /** Whether the word with this index may have so few slips, by its letters alone. */
  isLike: (index: number) => boolean
  slipsOf: (word: string) => number
}

/** Words that contain one of some parts of a text and have few slips, in the order in which they were added. */
function similarIn(
  bucket: Bucket,
  parts: readonly Part[],
  { most, isLike, slipsOf }: Comparison,
): NearWord[] {
  const found = new Map<number, NearWord>()
  for (const { text, from } of parts)
    for (const index of withRarestLetters(bucket, text)) {
      if (!isLike(index)) continue
      const word = bucket.words[index] ?? ''
      const at = word.indexOf(text, from - most)
      if (at === -1 || at > from + most) continue
      const slips = slipsOf(word)
      if (slips <= most) found.set(index, { word, slips })
    }
  return [...found].sort(([a], [b]) => a - b).map(([, near]) => near)
}

/** The bits without one or two of them: 0 if there are no more. */
function bitsBeyond(most: number, bits: number): number {
  const withoutOne = bits & (bits - 1)
  return most === 1 ? withoutOne : withoutOne & (withoutOne - 1)
}
