import { createRandom, type Random } from './random.ts'
import { createTitle } from './sample-titles.ts'

const WORDS = 60_000

/** Words of messages, the most frequent first. */
export interface ChatWords {
  words: readonly string[]
  /** A random word; the frequency of the nth word is proportional to 1 / n, as in a real language. */
  any(random: Random): string
}

export function createChatWords(): ChatWords {
  const random = createRandom(3)
  const parts = new Set<string>()
  while (parts.size < WORDS / 6)
    for (const word of createTitle(random).match(/\p{L}+/gu) ?? []) parts.add(word)
  const words = new Set(parts)
  const list = [...parts]
  while (words.size < WORDS) words.add(random.oneOf(list) + random.oneOf(list).toLowerCase())
  const all = [...words]
  const precision = 1_000_000
  return {
    words: all,
    any: (source) =>
      all[Math.floor(Math.exp((source.below(precision) / precision) * Math.log(all.length))) - 1] ?? '',
  }
}
