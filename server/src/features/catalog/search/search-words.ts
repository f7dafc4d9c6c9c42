import { lengthOf } from '@tonarchiv/contract/text'

/** Letters that Unicode decomposition does not convert to plain ones. */
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
/**
 * Maximum number of umlauts in a text for which all mixed spellings are indexed. A text with more umlauts has two
 * spellings: one with an e after every umlaut, and one without any.
 */
const UMLAUTS_MIXED_MAX = 3
/** Maximum number of words of a search. The last one holds all further words as a phrase. */
const WORDS_MAX = 8
/**
 * Minimum length of terms that are searched in the index of words. Shorter terms are searched in the index of grams.
 */
export const WORD_MIN_LENGTH = 3

/**
 * The spellings of a text in plain lower-case letters: without accents, ß as ss, an umlaut as its base letter or with
 * an e ("größe": "grosse", "groesse"). A text matches a search when a spelling of the text contains a spelling of the
 * search.
 */
export function spellingVariants(text: string): string[] {
  return variantsOfText(lineOf(text))
}

/** The text in lower case, with one space in place of each separator. */
function lineOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

/** A text in plain lower-case letters. An umlaut becomes its base letter. Titles and names are sorted by this form. */
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

/** The searchable text of titles. It has one line for each spelling of each title. */
export function searchTextOf(titles: readonly string[]): string {
  return titles.flatMap(spellingVariants).join('\n')
}

/** All substrings of one and of two letters in a text; none crosses a line break. */
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

/** The alternatives for one word of a search. */
export interface SearchTerms {
  /** Terms of three letters and more. */
  words: string[]
  /** Terms of one or two letters. */
  grams: string[]
}

/**
 * The terms for each word of a search; the words may match in any order. Empty when the text has nothing to search for.
 */
export function searchTermsOf(search: string): SearchTerms[] {
  return wordsOf(search).map((ways) => {
    const isShort = (way: string) => lengthOf(way) < WORD_MIN_LENGTH
    return { words: ways.filter((way) => !isShort(way)), grams: ways.filter(isShort) }
  })
}

/** Whether a search matches `text`, which is a result of `searchTextOf`. */
export function matchesTerms(text: string, search: string): boolean {
  return wordsOf(search).every((ways) => ways.some((way) => text.includes(way)))
}

/** The spellings of each word of a search; the words above the limit are one phrase. */
function wordsOf(search: string): string[][] {
  const words = lineOf(search).split(' ')
  const whole = [...words.slice(0, WORDS_MAX - 1), words.slice(WORDS_MAX - 1).join(' ')]
  return whole
    .map((word) => variantsOfText(word).filter((way) => way !== ''))
    .filter((ways) => ways.length > 0)
}
