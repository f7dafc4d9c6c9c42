/** A reproducible random source. */
export interface Chance {
  /** A number from 0 to below 1. */
  next(): number
  /** A number from `least` to below `most`. */
  between(least: number, most: number): number
  /** A whole number from 0 to below `count`. */
  index(count: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** @param seed any text */
export function seeded(seed: string): Chance {
  let state = 2_166_136_261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    index: (count) => Math.floor(next() * count),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
