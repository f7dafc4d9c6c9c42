import type { Random } from './random.ts'

/** Shorter words are not expected to be found with a slip. */
const WORD = /\p{L}{4,}/gu

/** A title with one slip of the keyboard in one of its longer words; undefined for a title without one. */
export function misspelt(title: string, random: Random): string | undefined {
  const words = [...title.matchAll(WORD)]
  const word = words[random.below(words.length)]
  if (word === undefined) return undefined
  const [text] = word
  // The first letter is seldom wrong, and a slip at the end is a swap into the next word.
  const at = 1 + random.below(text.length - 2)
  const other = String.fromCharCode(97 + random.below(26))
  const slips = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + other + text.slice(at),
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) +
      text
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      text.slice(at + 2),
  ]
  const wrong = random.oneOf(slips)
  return wrong === text
    ? undefined
    : title.slice(0, word.index) + wrong + title.slice(word.index + text.length)
}
