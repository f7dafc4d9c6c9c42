import { ALTERNATIVES_MAX, type SimilarWord, type Vocabulary } from './vocabulary.ts'
import { plainTitle, searchedWords } from './words.ts'

/**
 * The words of the index that one word of a search may mean. A map from the id of each such word to its distance from
 * the word of the search.
 */
export type Alternatives = ReadonlyMap<number, Distance>

interface Distance {
  /**
   * How the word of the index relates to the word of the search: it is the same word, begins with it, contains it, or
   * has slips. A slip is an insertion, deletion, replacement or swap of letters.
   */
  way: 'exact' | 'beginning' | 'inside' | 'similar'
  slips: number
  /** The text of the word of the index, if it has slips. */
  word?: string
}

const WAYS = { exact: 0, beginning: 1, inside: 2, similar: 0 } as const
/** Larger than all other costs, so that a word with fewer slips is always better. */
export const SLIP_COST = 1000

/** The cost of a distance. Lower is better. */
export function costOf({ way, slips }: Distance): number {
  return WAYS[way] + SLIP_COST * slips
}

/** A search, with the words of the index that may be meant by its words. */
export interface Query {
  /** The whole text in plain lower-case letters. */
  title: string
  /** The words of the search. Each word is a list of its spellings. */
  words: readonly (readonly string[])[]
  alternatives: readonly Alternatives[]
}

export async function queryOf(vocabulary: Vocabulary, text: string): Promise<Query> {
  await vocabulary.refresh()
  const words = searchedWords(text)
  const alternatives: Map<number, Distance>[] = []
  for (const ways of words) {
    const found = new Map<number, Distance>()
    const add = (ids: readonly number[], way: Distance['way']) => {
      for (const id of ids) if (!found.has(id)) found.set(id, { way, slips: 0 })
    }
    add(await vocabulary.exact(ways), 'exact')
    add(vocabulary.beginning(ways), 'beginning')
    if (words.length === 1 && found.size < ALTERNATIVES_MAX) add(vocabulary.inside(ways), 'inside')
    alternatives.push(found)
  }
  return { title: plainTitle(text), words, alternatives }
}

/**
 * Adds the words of the index that contain a word of the search. This is slow, so a search for several words does it
 * only when it has too few hits otherwise.
 */
export function withInside(vocabulary: Vocabulary, query: Query): Query {
  const alternatives = query.alternatives.map((known, index) => {
    const found = new Map(known)
    for (const id of vocabulary.inside(query.words[index] ?? []))
      if (!found.has(id)) found.set(id, { way: 'inside', slips: 0 })
    return found
  })
  return { ...query, alternatives }
}

/** Whether there is a word of the index for each word of the search. */
export function isPossible({ alternatives }: Query): boolean {
  return alternatives.every((words) => words.size > 0)
}

/** The number of words of the search that the index contains as they were entered. */
export function knownWordsIn({ alternatives }: Query): number {
  return alternatives.filter(isKnown).length
}

function isKnown(words: Alternatives): boolean {
  return words.values().some(({ way }) => way === 'exact')
}

/** The words of a search for which similar words are searched: `unknown` are those that no document contains. */
type Misspelt = 'unknown' | 'all'

/** Adds similar words to a search. The similar words are also returned as `similar`. */
export function tolerantQueryOf(
  vocabulary: Vocabulary,
  query: Query,
  misspelt: Misspelt,
): { query: Query; similar: readonly SimilarWord[] } {
  const similar = query.words.map((ways, index) =>
    misspelt === 'unknown' && isKnown(query.alternatives[index] ?? new Map()) ? [] : vocabulary.similar(ways),
  )
  const alternatives = query.alternatives.map((known, index) => {
    const found = new Map(known)
    for (const { id, word, slips } of similar[index] ?? [])
      if (!found.has(id)) found.set(id, { way: 'similar', slips, word })
    return found
  })
  return { query: { ...query, alternatives }, similar: similar.flat() }
}
