import { bitsIn, comparing, lettersOf, PAIRS_OF_SLIP, pairsOf, SLIPS_MAX, slipsIn } from './similar-words.ts'

/** Shorter texts are only looked for at the beginning of words. */
const INSIDE_MIN_LENGTH = 3
/** Words between two that are sorted into the others together. */
const SORTED_AT_ONCE = 2048
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

/** Words of one length, with what `lettersOf` and `pairsOf` return for each, so that few of them are compared. */
interface Bucket {
  words: string[]
  letters: Int32Array
  pairs: Int32Array
}

export function openWordList(): WordList {
  const sorted: (readonly string[])[] = []
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

/** The last list grows until it is long: sorting all words anew for each new one would take too long. */
function addSorted(sorted: (readonly string[])[], added: readonly string[]): void {
  if (added.length === 0) return
  const end = sorted.at(-1)
  const isGrowing = end !== undefined && end.length + added.length <= SORTED_AT_ONCE
  if (isGrowing) sorted.pop()
  sorted.push([...(isGrowing ? end : []), ...added].sort())
}

function addToBucket(buckets: (Bucket | undefined)[], word: string): void {
  const bucket = (buckets[word.length] ??= {
    words: [],
    letters: new Int32Array(FIRST_SIZE),
    pairs: new Int32Array(FIRST_SIZE),
  })
  const index = bucket.words.push(word) - 1
  if (index === bucket.letters.length) {
    bucket.letters = twiceAsLong(bucket.letters)
    bucket.pairs = twiceAsLong(bucket.pairs)
  }
  bucket.letters[index] = lettersOf(word)
  bucket.pairs[index] = pairsOf(word)
}

function twiceAsLong(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length)
  longer.set(list)
  return longer
}

function wordsBeginning(
  sorted: readonly (readonly string[])[],
  text: string,
  limit: number,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const words of sorted) {
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
  const ownLetters = lettersOf(text)
  const ownPairs = pairsOf(text)
  for (let length = text.length + 1; length < buckets.length; length += 1) {
    const bucket = buckets[length]
    if (bucket === undefined) continue
    const { words, letters, pairs } = bucket
    for (let index = 0; index < words.length; index += 1) {
      if ((ownPairs & ~(pairs[index] ?? 0)) !== 0 || (ownLetters & ~(letters[index] ?? 0)) !== 0) continue
      const word = words[index] ?? ''
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
  const ownPairs = pairsOf(text)
  const longest = Math.min(buckets.length - 1, text.length + SLIPS_MAX)
  for (let length = Math.max(0, text.length - SLIPS_MAX); length <= longest; length += 1) {
    const most = slipsIn(Math.max(text.length, length))
    const bucket = buckets[length]
    if (bucket === undefined || most === 0 || Math.abs(length - text.length) > most) continue
    const { words, letters, pairs } = bucket
    for (let index = 0; index < words.length; index += 1) {
      const its = letters[index] ?? 0
      if ((bitsBeyond(most, ownLetters & ~its) | bitsBeyond(most, its & ~ownLetters)) !== 0) continue
      if (missesTooMany(most, ownPairs & ~(pairs[index] ?? 0))) continue
      const word = words[index] ?? ''
      const { whole } = compare(word)
      if (whole <= most && whole > 0) found.push({ word, slips: whole })
    }
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
  const ownPairs = pairsOf(text)
  for (let length = text.length + 1; length < buckets.length; length += 1) {
    const bucket = buckets[length]
    if (bucket === undefined) continue
    const { words, letters, pairs } = bucket
    for (let index = 0; index < words.length; index += 1) {
      if (bitsBeyond(most, ownLetters & ~(letters[index] ?? 0)) !== 0) continue
      if (missesTooMany(most, ownPairs & ~(pairs[index] ?? 0))) continue
      const word = words[index] ?? ''
      const { beginning } = compare(word)
      if (beginning <= most && found.push({ word, slips: beginning }) >= limit) return found
    }
  }
  return found
}

/** The bits without one or two of them: 0 if there are no more. */
function bitsBeyond(most: number, bits: number): number {
  const withoutOne = bits & (bits - 1)
  return most === 1 ? withoutOne : withoutOne & (withoutOne - 1)
}

/** Whether more pairs of neighbours are missing than so many slips change. */
function missesTooMany(slips: number, bits: number): boolean {
  return bitsIn(bits) > PAIRS_OF_SLIP * slips
}
