import { plainLetters } from '../search/search-words.ts'

/** Code units of a title that count; a key stands in indexes, which take about 2700 bytes. */
const TITLE_COUNTS = 100
/** Before every letter, so that a title stands before those that begin with it. */
const END = '\u0001'
const LAST_YEAR = 9999

/** What albums are sorted by, compared byte by byte. */
export interface SortKeys {
  sortTitle: string
  sortYear: string
}

/**
 * The keys of an album. Titles are sorted as in a German dictionary (DIN 5007-1: ä as a, ß as ss), without what stands
 * before their first letter or digit, numbers by their value. Years run from the newest, unknown ones come last.
 */
export function sortKeysOf({
  id,
  title,
  releaseYear,
}: {
  id: string
  title: string
  releaseYear: number | null
}): SortKeys {
  const letters = plainLetters(title)
  const line = letters.replace(/^[^\p{L}\p{N}]+/u, '') || letters
  const sortTitle = `${line.slice(0, TITLE_COUNTS).replaceAll(/\d+/g, numberKey)}${END}${id}`
  const year = releaseYear === null ? LAST_YEAR : LAST_YEAR - releaseYear
  return { sortTitle, sortYear: `${String(year).padStart(4, '0')}${END}${sortTitle}` }
}

/** A longer number is a larger one. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '')
  return `${Math.min(9, value.length)}${value}`
}
