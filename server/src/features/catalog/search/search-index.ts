import { ALBUM_TYPES, type AlbumType } from '@tonarchiv/contract/catalog'
import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { gramsOf, searchTextOf } from './search-words.ts'

/** The data of an album in the index. */
export interface IndexEntry {
  place: number
  type: AlbumType
  releaseYear: number | null
  /** Titles of the album and its tracks. */
  titles: readonly string[]
}

/**
 * The search index, with the same interface on both databases; rows are identified by the album's sort key.
 */
export interface SearchIndex {
  /** Adds entries. Pass them in ascending order of sort keys: SQLite is several times faster then. */
  add(trx: Executor, entries: readonly IndexEntry[]): Promise<void>
  remove(trx: Executor, place: number): Promise<void>
}

export function searchIndexOf(kind: Database['kind']): SearchIndex {
  return kind === 'sqlite' ? indexOfSqlite : indexOfPostgres
}

const addWords = insertRows<{ rowid: number; words: string }>('album_words', {
  rowid: 'bigint',
  words: 'text',
})
const addGrams = insertRows<{ rowid: number; grams: string }>('album_grams', {
  rowid: 'bigint',
  grams: 'text',
})
const removeWords = prepared<{ place: number }, unknown>((db, slot) =>
  db.deleteFrom('albumWords').where('rowid', '=', slot('place')),
)
const removeGrams = prepared<{ place: number }, unknown>((db, slot) =>
  db.deleteFrom('albumGrams').where('rowid', '=', slot('place')),
)

const indexOfSqlite: SearchIndex = {
  add: async (trx, entries) => {
    const rows = entries.map(({ place: rowid, titles, type, releaseYear: year }) => {
      const text = searchTextOf(titles)
      const grams = [...gramsOfFacets({ type, year }), ...[...gramsOf(text)].map(encodedGram)]
      const words = `${wordsOfFacets({ type, year }).join('\n')}\n${text}`
      return { rowid, words, grams: grams.join(' ') }
    })
    await addWords(trx, rows)
    await addGrams(trx, rows)
  },
  remove: async (trx, place) => {
    await removeWords(trx, { place })
    await removeGrams(trx, { place })
  },
}

const indexOfPostgres: SearchIndex = {
  add: async (trx, entries) => {
    for (const { place, type, releaseYear, titles } of entries) {
      const words = searchTextOf(titles)
      await trx
        .insertInto('albumSearch')
        .values({ place, type, releaseYear, words, grams: sql`${[...gramsOf(words)]}::text[]` })
        .execute()
    }
  },
  remove: async (trx, place) => {
    await trx.deleteFrom('albumSearch').where('place', '=', place).execute()
  },
}

/** Filters of a search besides its text. */
interface Facets {
  type: AlbumType | undefined
  year: number | null | undefined
}

/**
 * The FTS5 query for the words of a search. A group holds the spellings of one word; at least one of them must match.
 * Type and year must match, too. They are stored as words of the index, so that FTS5 intersects them itself. Empty for
 * no groups.
 */
export function matchOfWords(groups: readonly (readonly string[])[], facets: Facets): string {
  return all(groups, quoted, wordsOfFacets(facets).map(quoted))
}

export function matchOfGrams(groups: readonly (readonly string[])[], facets: Facets): string {
  return all(groups, encodedGram, gramsOfFacets(facets))
}

function all(
  groups: readonly (readonly string[])[],
  encoded: (piece: string) => string,
  conditions: readonly string[],
): string {
  if (groups.length === 0) return ''
  const wanted = groups.map((pieces) => `(${pieces.map(encoded).join(' OR ')})`)
  return [...wanted, ...conditions].join(' AND ')
}

/** Quotes an FTS5 string, in which only the quote has a meaning. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * The words by which the index finds a type and a year. Their control characters occur in no title and no search. Each
 * has at least three characters, because the index finds no shorter words.
 */
function wordsOfFacets({ type, year }: Facets): string[] {
  const words: string[] = []
  if (type !== undefined) words.push(`\u0002${ALBUM_TYPES.indexOf(type)}\u0002`)
  if (typeof year === 'number') words.push(`\u0003${String.fromCodePoint(0x4e00 + year)}\u0003`)
  return words
}

/** Terms for type and year in the index of grams. They begin with t or y, as no encoded gram does. */
function gramsOfFacets({ type, year }: Facets): string[] {
  const grams: string[] = []
  if (type !== undefined) grams.push(`t${ALBUM_TYPES.indexOf(type)}`)
  if (typeof year === 'number') grams.push(`y${year}`)
  return grams
}

const encodedGrams = new Map<string, string>()
const ENCODED_MAX = 10_000

/**
 * Encodes each letter as a number ("61x62"), because the tokenizer splits at all characters except plain letters and
 * digits.
 */
function encodedGram(gram: string): string {
  let encoded = encodedGrams.get(gram)
  if (encoded === undefined) {
    encoded = Array.from(gram, (letter) => letter.codePointAt(0)?.toString(16)).join('x')
    if (encodedGrams.size < ENCODED_MAX) encodedGrams.set(gram, encoded)
  }
  return encoded
}

/** A LIKE pattern for texts that contain `text`. Its escape character is `\`. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
