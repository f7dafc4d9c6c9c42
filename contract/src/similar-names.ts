import { foldText } from './fold-text.ts'

/** Letters and digits that look like others. They are compared after `foldText`, so all letters are small and plain. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '|': 'l',
  i: 'l',
  ı: 'l',
  ł: 'l',
  ø: 'o',
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'l',
  ӏ: 'l',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
}
const NO_LETTER = /[^\p{L}\p{N}|]/gu

/**
 * A name reduced to what readers notice: without case, accents, spaces and signs, and with one letter for all that look
 * like it. Two names with the same result can be mistaken for each other; see Unicode Technical Standard 39, section 4.
 * A name without letters and digits only loses its case and accents.
 */
export function nameSkeleton(name: string): string {
  const folded = foldText(name)
  const letters = folded.replaceAll(NO_LETTER, '')
  if (letters === '') return folded
  return Array.from(letters, (letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
