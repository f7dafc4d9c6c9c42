import type { Executor } from '#database/prepared.ts'
import type { Kind } from './store/kinds.ts'
import { splitIds } from './store/documents.ts'
import { type Alternatives, countMatches, findByTitle, findMatches, type Match } from './store/matches.ts'
import type { SimilarWord, Vocabulary } from './vocabulary.ts'
import { plainTitle, searchedWords } from './words.ts'

/** A search, with the words of the index that its words may be. */
export interface Query {
  /** In plain lower-case letters. */
  title: string
  /** Its words, each in its spellings. */
  words: readonly (readonly string[])[]
  exact: Alternatives
  /** Words that begin with it as well. */
  beginning: Alternatives
  /** Words that contain it as well. */
  inside: Alternatives
}

/** Reads a search. */
export async function queryOf(vocabulary: Vocabulary, text: string): Promise<Query> {
  await vocabulary.refresh()
  const words = searchedWords(text)
  const exact = await Promise.all(words.map(async (ways) => vocabulary.exact(ways)))
  const containing = words.map((ways) => vocabulary.containing(ways))
  const beginning = exact.map((ids, index) => [...ids, ...(containing[index]?.beginning ?? [])])
  const inside = beginning.map((ids, index) => [...ids, ...(containing[index]?.inside ?? [])])
  return { title: plainTitle(text), words, exact, beginning, inside }
}

/** Documents that were found, best first. */
export interface Found {
  matches: readonly Match[]
  /** Whether one of them has the title, or contains every word whole. */
  hasExact: boolean
}

/** Kinds without titles: only their words are compared. */
const UNTITLED: ReadonlySet<Kind> = new Set(['message', 'lyrics'])

/**
 * Documents that contain every word: first those whose title begins with the search, then those with the whole
 * words, with words that begin like them, and with words that contain them. The order does not depend on the
 * limit.
 */
export async function findExact(db: Executor, kind: Kind, query: Query, limit: number): Promise<Found> {
  const found = new Map<number, Match>()
  const add = (matches: readonly Match[]) => {
    for (const match of matches) if (!found.has(match.id)) found.set(match.id, match)
  }
  if (!UNTITLED.has(kind)) add(await findByTitle(db, kind, query.title, limit))
  const steps = [query.exact, query.beginning, query.inside]
  let hasExact = found.size > 0
  for (const [index, step] of steps.entries()) {
    if (found.size >= limit) break
    if (index > 0 && isSame(step, steps[index - 1] ?? [])) continue
    add(await findMatches(db, kind, step, limit + found.size))
    if (index === 0) hasExact ||= found.size > 0
  }
  return { matches: [...found.values()].slice(0, limit), hasExact }
}

function isSame(one: Alternatives, other: Alternatives): boolean {
  return one.every((ids, index) => ids.length === other[index]?.length)
}

/** Number of documents that contain every word, counted up to a limit. */
export async function countExact(db: Executor, kind: Kind, query: Query, limit: number): Promise<number> {
  return countMatches(db, kind, query.inside, limit)
}

/** A search in which misspelt words are allowed. */
export interface TolerantQuery extends Query {
  similar: readonly (readonly SimilarWord[])[]
}

export function tolerantQueryOf(vocabulary: Vocabulary, query: Query): TolerantQuery {
  return { ...query, similar: query.words.map((ways) => vocabulary.similar(ways)) }
}

/** A document that was found by words with slips. */
export interface SimilarMatch extends Match {
  /** For each word of the search the word that was found instead; undefined where it is as it was entered. */
  instead: readonly (string | undefined)[]
}

/** Most documents of which the best ones are chosen. */
const COMPARED_MAX = 500
/** A slip counts more than any number of other words in the title. */
const SLIP = 100

/** Documents that contain every word or a similar one, those with the fewest slips first. */
export async function findSimilar(db: Executor, kind: Kind, query: TolerantQuery): Promise<SimilarMatch[]> {
  const alternatives = query.inside.map((ids, index) => [
    ...ids,
    ...(query.similar[index] ?? []).map(({ id }) => id),
  ])
  const matches = await findMatches(db, kind, alternatives, COMPARED_MAX)
  const scored = matches.map((match) => {
    const { title, context } = splitIds(match.words)
    const ids = new Set([...title, ...context])
    let score = Math.min(SLIP - 1, Math.abs(title.length - query.words.length))
    const instead = query.words.map((_, index) => {
      if (query.inside[index]?.some((id) => ids.has(id)) === true) return undefined
      const similar = query.similar[index]?.find(({ id }) => ids.has(id))
      score += SLIP * (similar?.slips ?? 0)
      return similar?.word
    })
    return { score, match: { ...match, instead } }
  })
  return scored.toSorted((a, b) => a.score - b.score).map(({ match }) => match)
}
