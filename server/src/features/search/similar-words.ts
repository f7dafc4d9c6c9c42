/** Longest word that is compared: a bit for each letter. */
const COMPARED_MAX = 31
const A = 97
const DIGIT_BIT = 26
const OTHER_BIT = 27
const OTHER_BITS = 4

/** Slips of the keyboard that a word of this length may contain. */
export function slipsIn(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** A bit for each letter that a word contains: two words with few slips have similar ones. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << bitOf(word.charCodeAt(index))
  return letters
}

function bitOf(code: number): number {
  if (code >= A && code < A + 26) return code - A
  return code >= 48 && code < 58 ? DIGIT_BIT : OTHER_BIT + (code % OTHER_BITS)
}

/** Number of bits that are set. */
export function bitsIn(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The distances of a word from another one. */
export interface Distances {
  /** Insertions, deletions, replacements and swaps of neighbours that make one of the other. */
  whole: number
  /** The same for the nearest beginning of the other word. */
  beginning: number
}

/**
 * Returns a function that compares other words with this one: all rows of the usual table at once, as bits.
 * Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
 */
export function comparing(word: string): ((other: string) => Distances) | undefined {
  const length = word.length
  if (length === 0 || length > COMPARED_MAX) return undefined
  const places = new Map<number, number>()
  for (let index = 0; index < length; index += 1) {
    const code = word.charCodeAt(index)
    places.set(code, (places.get(code) ?? 0) | (1 << index))
  }
  const last = 1 << (length - 1)
  return (other) => {
    let plus = -1
    let minus = 0
    let diagonal = 0
    let equalBefore = 0
    let whole = length
    let beginning = length
    for (let index = 0; index < other.length; index += 1) {
      const equal = places.get(other.charCodeAt(index)) ?? 0
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
    }
    return { whole, beginning }
  }
}
