/** A seeded random number generator, so that every run measures the same archive. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  /** A random item; items at the front are more frequent, like common words in a language. */
  oneOf(words: readonly string[]): string
}

/** Mulberry32: small, and good enough for titles. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (below) => Math.floor(next() * below),
    oneOf: (words) => words[Math.floor(next() ** 2 * words.length)] ?? '',
  }
}
