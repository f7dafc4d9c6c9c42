import type { AlbumSort, AlbumType } from '@tonarchiv/contract/catalog'
import type { Compilable, RawBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { containing, matchOfGrams, matchOfWords } from '../../search/search-index.ts'
import { type SearchTerms, searchTermsOf } from '../../search/search-words.ts'
import type { SortKey } from '../album-rows.ts'

/** The filter of a list of albums. */
export interface AlbumFilter {
  search?: string | undefined
  year?: number | undefined
  type?: AlbumType | undefined
}

/** The order of a list. `place` is the order that admins have arranged. */
export type Order = 'place' | AlbumSort

/** All parameters of the statements. A statement uses only those that its `Shape` needs. */
interface Values {
  /** The sort key at which a page begins: `fromPlace` for orders by number, `fromKey` for orders by text. */
  fromPlace: number
  fromKey: string
  skip: number
  limit: number
  type: AlbumType
  year: number
  /**
   * For SQLite. A long term has at least `WORD_MIN_LENGTH` letters. `wordMatch` is the match expression for all words
   * of the search that have only long terms, `gramMatch` for all words that have only short terms.
   */
  wordMatch: string
  gramMatch: string
  /**
   * The long and the short terms of a single word. SQLite has them for words with both kinds of terms, as match
   * expressions. PostgreSQL has them for all words, as lists.
   */
  [longs: `longs${number}`]: string | string[]
  [shorts: `shorts${number}`]: string | string[]
}

/** The parameters that depend on the filter. */
type FilterValues = Omit<Values, keyof typeof ANY_SUBSTRING>

export const ANY_SUBSTRING = { fromPlace: 0, fromKey: '', skip: 0, limit: 0 }

export function startingAt(key: SortKey | undefined) {
  return { fromPlace: typeof key === 'number' ? key : 0, fromKey: typeof key === 'string' ? key : '' }
}

/** The conditions of a statement; statements of one shape differ only in their parameters. */
export interface Shape {
  kind: Database['kind']
  order: Order
  /** Whether the page begins at a sort key. `type` and `year`: whether the list is filtered by them. */
  hasStart: boolean
  type: boolean
  year: boolean
  /**
   * The numbers of words of the search with only long terms, with only short terms, and with both. On SQLite the first
   * two are at most 1, because SQLite combines all such words into one match expression.
   */
  words: number
  grams: number
  mixed: number
}

export type Slot = <K extends Extract<keyof Values, string>>(name: K) => RawBuilder<Values[K]>

export function isSearch({ words, grams, mixed }: Shape): boolean {
  return words + grams + mixed > 0
}

function termsOf(search: string | undefined) {
  const terms = search === undefined ? [] : searchTermsOf(search)
  return {
    words: terms.filter(({ grams }) => grams.length === 0),
    grams: terms.filter(({ words }) => words.length === 0),
    mixed: terms.filter(({ words, grams }) => words.length > 0 && grams.length > 0),
  }
}

export function valuesOf({ kind }: Database, { search, year, type }: AlbumFilter): FilterValues {
  const { words, grams, mixed } = termsOf(search)
  const facets = { type, year }
  const single: SearchTerms[] = kind === 'sqlite' ? mixed : [...words, ...grams, ...mixed]
  return {
    // A placeholder value. Shapes without a condition for type or year do not use it.
    type: type ?? 'album',
    year: year ?? 0,
    wordMatch: matchOfWords(
      words.map((term) => term.words),
      facets,
    ),
    gramMatch: matchOfGrams(
      grams.map((term) => term.grams),
      facets,
    ),
    ...Object.fromEntries(
      single.flatMap((term, index) => [
        [
          `longs${index}`,
          kind === 'sqlite' ? matchOfWords([term.words], facets) : term.words.map(containing),
        ],
        [`shorts${index}`, kind === 'sqlite' ? matchOfGrams([term.grams], facets) : term.grams],
      ]),
    ),
  }
}

export function shapeOf({ kind }: Database, { search, year, type }: AlbumFilter): Shape {
  const { words, grams, mixed } = termsOf(search)
  const atOnce = kind === 'sqlite' ? 1 : Infinity
  return {
    kind,
    order: 'place',
    hasStart: false,
    type: type !== undefined,
    year: year !== undefined,
    words: Math.min(words.length, atOnce),
    grams: Math.min(grams.length, atOnce),
    mixed: mixed.length,
  }
}

/** A statement with one variant for each shape. A variant is prepared when it is first used. */
export function shaped<R>(build: (db: Executor, slot: Slot, shape: Shape) => Compilable<R>) {
  const statements = new Map<string, (db: Executor, values: Values) => Promise<R[]>>()
  return async (db: Database, values: Values, shape: Shape): Promise<R[]> => {
    const name = Object.values(shape).join()
    let run = statements.get(name)
    if (run === undefined) {
      run = prepared<Values, R>((executor, slot) => build(executor, slot, shape))
      statements.set(name, run)
    }
    return run(db, values)
  }
}
