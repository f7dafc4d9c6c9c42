import { lengthOf } from '@tonarchiv/contract/text'

/** Letters that no decomposition turns into plain ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
}
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')
const MARKS = /[\u0300-\u036f]/g
const UMLAUT = /[äöü]/g
/** With more umlauts than these a text is only kept with all of them short or all of them long. */
const UMLAUTS_MIXED_MAX = 3
/** More words than these are not looked for one by one. */
const WORDS_MAX = 8
/** Shorter pieces are found by the index of grams. */
export const WORD_MIN_LENGTH = 3

/**
 * The ways in which a text may be typed, in plain lower-case letters: accents gone, ß as ss, an umlaut as its letter or
 * with an e ("größe": "grosse", "groesse"). A text contains another when one of its ways contains one of the other's.
 */
export function spellingVariants(text: string): string[] {
  return variantsOfText(lineOf(text))
}

/** In lower-case letters, all that separates words as one space. */
function lineOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

/** A text in plain lower-case letters, an umlaut as its letter: as it is sorted. */
export function plainLetters(text: string): string {
  return plain(lineOf(text))
}

function variantsOfText(line: string): string[] {
  const umlauts = line.match(UMLAUT)?.length ?? 0
  if (umlauts === 0) return [plain(line)]
  const isMixed = umlauts <= UMLAUTS_MIXED_MAX
  const ways = Array.from({ length: isMixed ? 2 ** umlauts : 2 }, (_, way) => {
    let index = 0
    return plain(
      line.replaceAll(UMLAUT, (letter) => {
        const isLong = isMixed ? (way >> index) & 1 : way
        index += 1
        return isLong === 1 ? `${letter}e` : letter
      }),
    )
  })
  return ways
}

function plain(line: string): string {
  return line
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** What is found of some titles: one line for each way of each. */
export function searchTextOf(titles: readonly string[]): string {
  return titles.flatMap(spellingVariants).join('\n')
}

/** All pieces of one and of two letters that stand in a text, lines apart. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  let before = ''
  for (const letter of text) {
    if (letter === '\n') {
      before = ''
      continue
    }
    grams.add(letter)
    if (before !== '') grams.add(before + letter)
    before = letter
  }
  return grams
}

/** What to look for in the place of one word; all are alternatives of each other. */
export interface SearchTerms {
  /** Pieces of three letters and more. */
  words: string[]
  /** Pieces of one or two letters. */
  grams: string[]
}

/** What is looked for, each of its words in any place; empty when the text says nothing to look for. */
export function searchTermsOf(search: string): SearchTerms[] {
  return wordsOf(search).map((ways) => {
    const isShort = (way: string) => lengthOf(way) < WORD_MIN_LENGTH
    return { words: ways.filter((way) => !isShort(way)), grams: ways.filter(isShort) }
  })
}

/** Whether the search finds this text of `searchTextOf`. */
export function matchesTerms(text: string, search: string): boolean {
  return wordsOf(search).every((ways) => ways.some((way) => text.includes(way)))
}

/** The ways to type each word of a search; where it has too many words, the last ones have to stand together. */
function wordsOf(search: string): string[][] {
  const words = lineOf(search).split(' ')
  const whole = [...words.slice(0, WORDS_MAX - 1), words.slice(WORDS_MAX - 1).join(' ')]
  return whole
    .map((word) => variantsOfText(word).filter((way) => way !== ''))
    .filter((ways) => ways.length > 0)
}
