/** Longest word that is compared: a bit for each letter. */
const COMPARED_MAX = 31
const A = 97
const DIGIT_BIT = 26
const OTHER_BIT = 27
const OTHER_BITS = 4

/** Most slips that a word of any length may contain. */
export const SLIPS_MAX = 2

/** Slips of the keyboard that a word of this length may contain. */
export function slipsIn(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : SLIPS_MAX
}

/** A bit for each letter that a word contains: two words with few slips have similar ones. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << bitOf(word.charCodeAt(index))
  return letters
}

/** A part of a word, where in it it begins, and how many slips there may be before and behind it in all. */
export interface Part {
  text: string
  from: number
  slips: number
}

/**
 * Parts of a word, of two letters or more, of which every text that differs by at most so many slips contains one, as far
 * from where it is in the word as letters were added and are missing before it. A slip changes one part, only a swap over
 * a boundary changes two: for each of these the swap is undone.
 */
export function partsOf(word: string, slips: number): Part[] {
  const partIn = (from: number, to: number) => ({ text: word.slice(from, to), from, slips })
  // Only a missing letter is a slip in so short a word, and it is between two letters or beside them.
  if (word.length < PAIR * (slips + 1)) return [partIn(0, PAIR), partIn(word.length - PAIR, word.length)]
  const parts: Part[] = []
  let from = 0
  for (let index = 1; index <= slips + 1; index += 1) {
    const to = Math.floor((word.length * index) / (slips + 1))
    parts.push(partIn(from, to))
    if (to < word.length) {
      const undone = word.slice(0, to - 1) + word.charAt(to) + word.charAt(to - 1) + word.slice(to + 1)
      parts.push(...partsOf(undone, slips - 1))
    }
    from = to
  }
  return parts
}

/**
 * How far a part may be from where it is in the word, in a text that is longer by so many letters: each letter that
 * was added or is missing before it or behind it is a slip. Undefined when there would be too many.
 */
export function shiftsOf(slips: number, longerBy: number): { least: number; most: number } | undefined {
  const others = (slips - Math.abs(longerBy)) >> 1
  if (others < 0) return undefined
  return { least: Math.min(0, longerBy) - others, most: Math.max(0, longerBy) + others }
}

const PAIR = 2

function bitOf(code: number): number {
  if (code >= A && code < A + 26) return code - A
  return code >= 48 && code < 58 ? DIGIT_BIT : OTHER_BIT + (code % OTHER_BITS)
}

/** The bits without as many of them, two at most: 0 if there are no more. */
export function bitsBeyond(most: number, bits: number): number {
  if (most === 0) return bits
  const withoutOne = bits & (bits - 1)
  return most === 1 ? withoutOne : withoutOne & (withoutOne - 1)
}

/** The codes of the letters of a text. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index)
  return codes
}

/**
 * How far other words are from a word. Their letters are from one index to before another one in a list of many words,
 * which is read faster than as many texts.
 */
export interface Distances {
  /**
   * Insertions, deletions, replacements and swaps of neighbours that make one of the other. When there are more than
   * `most`, any number above it.
   */
  whole(codes: Uint16Array, from: number, to: number, most: number): number
  /** The same for the nearest beginning of the other word. */
  beginning(codes: Uint16Array, from: number, to: number): number
}

const ASCII = 128

/** Returns a function that returns a bit for each place of a letter in the word. */
function placesIn(word: string): (code: number) => number {
  // Nearly all letters of folded words are found without a hash.
  const usual = new Int32Array(ASCII)
  const others = new Map<number, number>()
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    const place = 1 << index
    if (code < ASCII) usual[code] = (usual[code] ?? 0) | place
    else others.set(code, (others.get(code) ?? 0) | place)
  }
  return (code) => (code < ASCII ? usual[code] : others.get(code)) ?? 0
}

/**
 * Compares other words with this one: all rows of the usual table at once, as bits.
 * Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
 */
export function comparing(word: string): Distances | undefined {
  const length = word.length
  if (length === 0 || length > COMPARED_MAX) return undefined
  const places = placesIn(word)
  const last = 1 << (length - 1)
  const distance = (codes: Uint16Array, from: number, to: number, most: number, isBegun: boolean) => {
    let plus = -1
    let minus = 0
    let diagonal = 0
    let equalBefore = 0
    let whole = length
    let beginning = length
    for (let index = from; index < to; index += 1) {
      const equal = places(codes[index] ?? 0)
      const swapped = ((~diagonal & equal) << 1) & equalBefore
      diagonal = (((equal & plus) + plus) ^ plus) | equal | minus | swapped
      const right = minus | ~(diagonal | plus)
      const left = diagonal & plus
      if ((right & last) !== 0) whole += 1
      if ((left & last) !== 0) whole -= 1
      const shifted = (right << 1) | 1
      plus = (left << 1) | ~(diagonal | shifted)
      minus = shifted & diagonal
      equalBefore = equal
      if (whole < beginning) beginning = whole
      // Each of the letters that are left may save one at most.
      if (whole - (to - index - 1) > most) return most + 1
    }
    return isBegun ? beginning : whole
  }
  return {
    whole: (codes, from, to, most) => distance(codes, from, to, most, false),
    beginning: (codes, from, to) => distance(codes, from, to, Infinity, true),
  }
}
