import { plainLetters } from '../search/search-words.ts'

/** Maximum length in UTF-16 code units of the title in a sort key; an index entry is limited to about 2700 bytes. */
const TITLE_COUNTS = 100
/**
 * The end of a title in a sort key. It sorts before every letter, so that a title comes before longer titles that begin
 * with it.
 */
const END = '\u0001'
const LAST_YEAR = 9999

/** The sort keys of an album, compared byte by byte. */
export interface SortKeys {
  sortTitle: string
  sortYear: string
}

/**
 * The sort keys of an album. Titles are sorted as in a German dictionary (DIN 5007-1: ä as a, ß as ss), from
 * their first letter or digit on, numbers by their value. Years are sorted newest first, unknown ones last.
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

/** A number as text that sorts by value. The length comes first, because a number with more digits is larger. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '')
  return `${Math.min(9, value.length)}${value}`
}
