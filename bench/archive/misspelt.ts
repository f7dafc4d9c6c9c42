import type { Random } from './random.ts'

/** A typing error is made only in words of at least four letters, because the search need not correct shorter words. */
const WORD = /\p{L}{4,}/gu

/**
 * A title with one typing error at a random position of one of its longer words: a letter is missing, typed twice,
 * added, wrong, or swapped with the next one. Undefined for a title without a longer word.
 */
export function misspelt(title: string, random: Random): string | undefined {
  const words = [...title.matchAll(WORD)]
  const word = words[random.below(words.length)]
  if (word === undefined) return undefined
  const [text] = word
  const wrong = withSlip(text, random)
  return wrong === text
    ? undefined
    : title.slice(0, word.index) + wrong + title.slice(word.index + text.length)
}

function withSlip(word: string, random: Random): string {
  const at = random.below(word.length)
  const [before, letter, behind] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const other = String.fromCharCode(97 + random.below(26))
  return random.oneOf([
    before + behind,
    before + letter + letter + behind,
    before + other + letter + behind,
    before + other + behind,
    before + behind.charAt(0) + letter + behind.slice(1),
  ])
}
