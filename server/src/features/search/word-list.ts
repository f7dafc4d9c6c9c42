import {
  bitsBeyond,
  codesOf,
  comparing,
  lettersOf,
  type Part,
  partsOf,
  shiftsOf,
  SLIPS_MAX,
  slipsIn,
} from './similar-words.ts'

/** Shorter texts are found only at the beginning of words. */
const INSIDE_MIN_LENGTH = 3
/** Maximum number of words of a list that is sorted again when words are added. */
const SORTED_AT_ONCE = 2048
/** The index has ranges of words for beginnings of these lengths. */
const BEGINNING_LENGTHS = [3, 4]
const FIRST_SIZE = 64

/** A word that differs from a text, and the number of slips between them. */
export interface NearWord {
  word: string
  slips: number
}

/** A list of different words in the order in which they were added, with indexes for finding them. */
export interface WordList {
  add(words: readonly string[]): void
  /** Words that begin with a text, without the text itself; at most `limit`. */
  beginning(text: string, limit: number): Iterable<string>
  /** Words that contain a text, but not at their beginning, shortest first; at most `limit`. */
  inside(text: string, limit: number): Iterable<string>
  /**
   * Words that differ from a text by at most the slips that their length allows. If there are none, at most `limit`
   * words whose beginning is similar.
   */
  near(text: string, limit: number): NearWord[]
}

/**
 * All words of one length. `letters` holds the result of `lettersOf` for each word. `pairs` and `triples` hold the
 * places of every two and three consecutive letters (see `PLACE_BITS`), so that only a few words are read and compared.
 */
interface Bucket {
  words: string[]
  /** The code units of all words, one word after the other. */
  codes: Uint16Array
  letters: Int32Array
  pairs: Map<number, number[]>
  triples: Map<number, number[]>
}

/**
 * Number of bits for the offset in a place. A place is a number that holds the index of a word and, in its lowest bits,
 * an offset in that word.
 */
const PLACE_BITS = 7
const PLACES = 1 << PLACE_BITS

export function openWordList(): WordList {
  const sorted: SortedWords = { lists: [], ranges: new Map() }
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
  /** Lists of words; each of them is sorted. */
  lists: (readonly string[])[]
  /** The ranges of words by their first letters. Each range has `RANGE_SIZE` numbers. */
  ranges: Map<string, number[]>
}

/** The numbers of a range: the index of its list, the index of its first word, and the index after its last word. */
const RANGE_SIZE = 3

/**
 * Adds words to the last list and sorts that list again. When the last list is long enough, a new one is begun instead,
 * because sorting all words again would take too long.
 */
function addSorted({ lists, ranges }: SortedWords, added: readonly string[]): void {
  if (added.length === 0) return
  const end = lists.at(-1)
  const isGrowing = end !== undefined && end.length + added.length <= SORTED_AT_ONCE
  if (isGrowing) lists.pop()
  const words = [...(isGrowing ? end : []), ...added].sort()
  const list = lists.push(words) - 1
  for (const length of BEGINNING_LENGTHS)
    for (const [beginning, { from, to }] of rangesIn(words, length)) {
      const known = ranges.get(beginning)
      if (known === undefined) ranges.set(beginning, [list, from, to])
      // Replaces the range of the last list, which has grown.
      else if (known.at(-RANGE_SIZE) === list) known.splice(-RANGE_SIZE, RANGE_SIZE, list, from, to)
      else known.push(list, from, to)
    }
}

/** The ranges of words with the same first letters in a sorted list. */
function rangesIn(words: readonly string[], length: number): Map<string, { from: number; to: number }> {
  const ranges = new Map<string, { from: number; to: number }>()
  for (const [index, word] of words.entries()) {
    if (word.length < length) continue
    const beginning = word.slice(0, length)
    const range = ranges.get(beginning)
    if (range === undefined) ranges.set(beginning, { from: index, to: index + 1 })
    else range.to = index + 1
  }
  return ranges
}

function addToBucket(buckets: (Bucket | undefined)[], word: string): void {
  const bucket: Bucket = (buckets[word.length] ??= {
    words: [],
    codes: new Uint16Array(FIRST_SIZE * word.length),
    letters: new Int32Array(FIRST_SIZE),
    pairs: new Map(),
    triples: new Map(),
  })
  const index = bucket.words.push(word) - 1
  if (index === bucket.letters.length) {
    bucket.letters = copied(bucket.letters, new Int32Array(2 * index))
    bucket.codes = copied(bucket.codes, new Uint16Array(2 * index * word.length))
  }
  bucket.letters[index] = lettersOf(word)
  bucket.codes.set(codesOf(word), index * word.length)
  for (let at = 0; at < Math.min(word.length, PLACES) - 1; at += 1) {
    const place = (index << PLACE_BITS) | at
    addPlace(bucket.pairs, pairAt(word, at), place)
    if (at < word.length - 2) addPlace(bucket.triples, tripleAt(word, at), place)
  }
}

function addPlace(lists: Map<number, number[]>, key: number, place: number): void {
  const places = lists.get(key)
  if (places === undefined) lists.set(key, [place])
  else places.push(place)
}

/** Encodes two letters as a number. Different pairs may get the same number only if they contain rare letters. */
function pairAt(text: string, at: number): number {
  return (Math.imul(text.charCodeAt(at), LETTER_FACTOR) + text.charCodeAt(at + 1)) | 0
}

function tripleAt(text: string, at: number): number {
  return (Math.imul(pairAt(text, at), LETTER_FACTOR) + text.charCodeAt(at + 2)) | 0
}

/** Larger than the codes of the common Latin letters, so that their pairs have different numbers. */
const LETTER_FACTOR = 1021

/**
 * The places of the consecutive letters of a text that occur least often, and the offset of these letters in the text.
 */
interface Places {
  places: readonly number[]
  offset: number
}

const NOWHERE: Places = { places: [], offset: 0 }

/** Places that include every word that contains the text. The text has at least two letters. */
function rarestPlaces({ pairs, triples }: Bucket, text: string): Places {
  if (text.length === 2) return { places: pairs.get(pairAt(text, 0)) ?? [], offset: 0 }
  let rarest = NOWHERE
  for (let offset = 0; offset < text.length - 2; offset += 1) {
    const places = triples.get(tripleAt(text, offset))
    if (places === undefined) return NOWHERE
    if (offset === 0 || places.length < rarest.places.length) rarest = { places, offset }
  }
  return rarest
}

function copied<List extends Int32Array | Uint16Array>(list: List, longer: List): List {
  longer.set(list)
  return longer
}

function wordsBeginning({ lists, ranges }: SortedWords, text: string, limit: number): ReadonlySet<string> {
  const found = new Set<string>()
  const length = BEGINNING_LENGTHS.findLast((one) => one <= text.length)
  if (length === undefined) {
    for (const words of lists)
      if (addBeginning(found, words, { from: 0, to: words.length }, text, limit)) break
    return found
  }
  const its = ranges.get(text.slice(0, length)) ?? []
  for (let at = 0; at < its.length; at += RANGE_SIZE) {
    const words = lists[its[at] ?? 0] ?? []
    if (addBeginning(found, words, { from: its[at + 1] ?? 0, to: its[at + 2] ?? 0 }, text, limit)) break
  }
  return found
}

/** Adds the words of a range in a sorted list that begin with a text. @returns whether the limit is reached */
function addBeginning(
  found: Set<string>,
  words: readonly string[],
  { from, to }: { from: number; to: number },
  text: string,
  limit: number,
): boolean {
  let first = from
  let end = to
  while (first < end) {
    const middle = (first + end) >>> 1
    if ((words[middle] ?? '') < text) first = middle + 1
    else end = middle
  }
  for (let index = first; index < to; index += 1) {
    const word = words[index]
    if (word?.startsWith(text) !== true) break
    if (word !== text) found.add(word)
    if (found.size >= limit) return true
  }
  return found.size >= limit
}

function wordsInside(buckets: readonly (Bucket | undefined)[], text: string, limit: number): string[] {
  const found: string[] = []
  if (text.length < INSIDE_MIN_LENGTH) return found
  const ownLetters = lettersOf(text)
  for (let length = text.length + 1; length < buckets.length; length += 1) {
    const bucket = buckets[length]
    if (bucket === undefined) continue
    const { letters, words } = bucket
    let before = -1
    for (const place of rarestPlaces(bucket, text).places) {
      const index = place >>> PLACE_BITS
      // The sets of letters are compared first, because they are read faster than the words.
      if (index === before || (ownLetters & ~(letters[index] ?? 0)) !== 0) continue
      before = index
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
  const longest = Math.min(buckets.length - 1, text.length + SLIPS_MAX)
  for (let length = Math.max(0, text.length - SLIPS_MAX); length <= longest; length += 1) {
    const most = slipsIn(Math.max(text.length, length))
    const bucket = buckets[length]
    if (bucket === undefined || most === 0 || Math.abs(length - text.length) > most) continue
    const slipsOf = (from: number) => compare.whole(bucket.codes, from, from + length, most) || Infinity
    const comparison = { most, ownLetters, longerBy: length - text.length, slipsOf }
    for (const near of similarIn(bucket, partsOf(text, most), comparison)) found.push(near)
  }
  return found
}

/** Words whose beginning is similar to the text, for a member who has not yet typed the whole word. */
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
    const slipsOf = (from: number) => compare.beginning(bucket.codes, from, from + length)
    for (const near of similarIn(bucket, parts, { most, ownLetters, slipsOf }))
      if (found.push(near) >= limit) return found
  }
  return found
}

interface Comparison {
  /** Maximum number of slips. */
  most: number
  /** The result of `lettersOf` for the text. */
  ownLetters: number
  /**
   * By how many letters the words are longer than the text; undefined when only the beginnings of the words are
   * compared.
   */
  longerBy?: number
  /** Counts the slips of the word that begins at this index of `codes`. */
  slipsOf: (from: number) => number
}

/**
 * Words that contain one of the parts near its position in the text and have at most `most` slips. They are in the
 * order in which they were added.
 */
function similarIn(
  bucket: Bucket,
  parts: readonly Part[],
  { most, ownLetters, longerBy, slipsOf }: Comparison,
): NearWord[] {
  const { letters, words } = bucket
  const length = words[0]?.length ?? 0
  // A difference in length uses up some of the slips: if the words are longer, fewer letters of the text may be
  // missing, and if they are shorter, fewer letters may be additional.
  const mostMissing = most - Math.max(0, longerBy ?? 0)
  const mostFurther = most + Math.min(0, longerBy ?? 0)
  const furtherLetters = longerBy === undefined ? 0 : ~ownLetters
  const found = new Map<number, NearWord>()
  for (const { text, from, slips: left } of parts) {
    const shifts = longerBy === undefined ? { least: -left, most: left } : shiftsOf(left, longerBy)
    if (shifts === undefined) continue
    const { places, offset } = rarestPlaces(bucket, text)
    const first = from + offset + shifts.least
    const last = from + offset + shifts.most
    for (const place of places) {
      const at = place & (PLACES - 1)
      if (at < first || at > last) continue
      const index = place >>> PLACE_BITS
      // The sets of letters are compared first, because they are read faster than the word.
      const its = letters[index] ?? 0
      if (bitsBeyond(mostMissing, ownLetters & ~its) !== 0) continue
      if (bitsBeyond(mostFurther, its & furtherLetters) !== 0 || found.has(index)) continue
      const slips = slipsOf(index * length)
      if (slips <= most) found.set(index, { word: words[index] ?? '', slips })
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, near]) => near)
}
