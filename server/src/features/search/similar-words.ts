/** Maximum number of letters of a word that is compared. Each letter needs a bit of a 32-bit integer. */
const COMPARED_MAX = 31
const A = 97
const DIGIT_BIT = 26
const OTHER_BIT = 27
const OTHER_BITS = 4

/**
 * Maximum number of slips in a word of any length. A slip is an insertion, deletion, replacement or swap of letters.
 */
export const SLIPS_MAX = 2

/** Number of slips that are allowed in a word of this length. */
export function slipsIn(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : SLIPS_MAX
}

/** The set of letters in a word, as bits. Two words with few slips have similar sets. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << bitOf(word.charCodeAt(index))
  return letters
}

/** A part of a word, its position in the word, and how many slips are allowed before and after it in total. */
export interface Part {
  text: string
  from: number
  slips: number
}

/**
 * Cuts a word of at least two letters into parts that find similar texts. Every text with at most `slips` slips
 * contains at least one of the parts unchanged, because one slip changes one part only and there is one part more than
 * slips. The position of the part in the text differs by the letters that were added or are missing before it. A slip
 * that swaps the letters at the boundary of two parts changes both parts. For this case the word with these letters
 * swapped is cut into parts, too.
 */
export function partsOf(word: string, slips: number): Part[] {
  const partIn = (from: number, to: number) => ({ text: word.slice(from, to), from, slips })
  // The word is too short for so many parts. One slip leaves its first or its last two letters unchanged.
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
 * By how many letters the position of a part may be shifted in a text that is `longerBy` letters longer than the word.
 * Each letter that was added or is missing is a slip. Undefined when there would be too many slips.
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

/**
 * Clears the lowest set bits, as many as `most` says, which is at most 2. The result is 0 when no other bits are set.
 */
export function bitsBeyond(most: number, bits: number): number {
  if (most === 0) return bits
  const withoutOne = bits & (bits - 1)
  return most === 1 ? withoutOne : withoutOne & (withoutOne - 1)
}

/** The UTF-16 code units of a text. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index)
  return codes
}

/**
 * Computes distances between one word and other words. The letters of the other word are `codes[from]` to `codes[to -
 * 1]`: one list with the letters of many words is read faster than many strings.
 */
export interface Distances {
  /**
   * The number of insertions, deletions, replacements and swaps of neighbouring letters that turn one word into the
   * other. When the number is above `most`, the result may be any number above `most`.
   */
  whole(codes: Uint16Array, from: number, to: number, most: number): number
  /** The lowest distance from any beginning of the other word. */
  beginning(codes: Uint16Array, from: number, to: number): number
}

const ASCII = 128

/** Returns a function that returns the positions of a letter in the word, one bit for each position. */
function placesIn(word: string): (code: number) => number {
  // Nearly all letters of folded words are ASCII, and a list is faster than the map.
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
 * Returns the distances of other words from this word. The algorithm computes a whole column of the dynamic-programming
 * table at once, with a bit for each row. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
 * distances" (2003).
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
      // Each remaining letter can lower the distance by at most 1.
      if (whole - (to - index - 1) > most) return most + 1
    }
    return isBegun ? beginning : whole
  }
  return {
    whole: (codes, from, to, most) => distance(codes, from, to, most, false),
    beginning: (codes, from, to) => distance(codes, from, to, Infinity, true),
  }
}
