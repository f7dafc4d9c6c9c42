import { ALTERNATIVES_MAX, type SimilarWord, type Vocabulary } from './vocabulary.ts'
import { plainTitle, searchedWords } from './words.ts'

/** The words of the index that one word of a search may be, with how far from it they are. */
export type Alternatives = ReadonlyMap<number, Distance>

interface Distance {
  /** The whole word, a word that begins with it, one that contains it, or one with that many slips. */
  way: 'exact' | 'beginning' | 'inside' | 'similar'
  slips: number
  /** With slips: the word. */
  word?: string
}

const WAYS = { exact: 0, beginning: 1, inside: 2, similar: 0 } as const
/** A slip counts more than any other difference. */
export const SLIP_COST = 1000

/** Lower is better. */
export function costOf({ way, slips }: Distance): number {
  return WAYS[way] + SLIP_COST * slips
}

/** A search, with the words of the index that its words may be. */
export interface Query {
  /** In plain lower-case letters. */
  title: string
  /** Its words, each in its spellings. */
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

/** The same search with words that contain its words inside: of several words they are looked for only if needed. */
export function withInside(vocabulary: Vocabulary, query: Query): Query {
  const alternatives = query.alternatives.map((known, index) => {
    const found = new Map(known)
    for (const id of vocabulary.inside(query.words[index] ?? []))
      if (!found.has(id)) found.set(id, { way: 'inside', slips: 0 })
    return found
  })
  return { ...query, alternatives }
}

/** Whether each of its words may be a word of the index. */
export function isPossible({ alternatives }: Query): boolean {
  return alternatives.every((words) => words.size > 0)
}

/** How many words of the search are words of the index as they were entered. */
export function knownWordsIn({ alternatives }: Query): number {
  return alternatives.filter(isKnown).length
}

function isKnown(words: Alternatives): boolean {
  return words.values().some(({ way }) => way === 'exact')
}

/** Of which words similar ones are allowed: those that no document contains, or all. */
type Misspelt = 'unknown' | 'all'

/** The same search with similar words, and these. */
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
