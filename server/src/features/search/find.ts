import { SEARCH_COUNTED } from '@tonarchiv/contract/search'
import { type Alternatives, costOf, type Query } from './alternatives.ts'
import type { IndexReader } from './index-reader.ts'
import { type Scored, scoring } from './score.ts'
import { documentOf, type Kind, kindOf } from './store/kinds.ts'
import type { Match } from './store/matches.ts'

/** The hits of a kind, best first. */
export interface Found {
  matches: readonly Match[]
  /** Counted up to `SEARCH_COUNTED`. */
  total: number
}

/** The kinds of documents to search, with the number of documents that are needed of each kind. */
export type Wanted = ReadonlyMap<Kind, number>

/**
 * Documents that contain every word of the search. Documents whose title begins with the search come first. Documents
 * with the same words follow, then documents with words that begin with those of the search, then documents with words
 * that contain them. The order does not depend on the number of documents that are needed.
 */
export async function findExact(index: IndexReader, wanted: Wanted, query: Query): Promise<Map<Kind, Found>> {
  const titles = new Map<Kind, Match[]>([...wanted.keys()].map((kind) => [kind, []]))
  for (const match of await index.byTitle(query.title, wanted)) {
    const kind = kindOf(match.id)
    if (kind !== undefined) titles.get(kind)?.push(match)
  }
  const [words, ...others] = query.alternatives
  return words === undefined || others.length > 0
    ? findSeveralWords(index, query, titles)
    : findOneWord(index, wanted, words, titles)
}

type Titles = ReadonlyMap<Kind, readonly Match[]>

async function findSeveralWords(index: IndexReader, query: Query, titled: Titles): Promise<Map<Kind, Found>> {
  const scored = await scoredMatches(index, [...titled.keys()], query)
  return new Map(
    [...titled].map(([kind, titles]) => {
      const its = scored.get(kind) ?? []
      const known = new Set(titles.map(({ id }) => id))
      const matches = [...titles, ...its.map(({ match }) => match).filter(({ id }) => !known.has(id))]
      return [kind, { matches, total: Math.min(matches.length, SEARCH_COUNTED) }]
    }),
  )
}

/** For a single word, the index alone determines which documents match. Only the documents that are needed are read. */
async function findOneWord(
  index: IndexReader,
  wanted: Wanted,
  words: Alternatives,
  titled: Titles,
): Promise<Map<Kind, Found>> {
  const { costs } = await index.costsOf(words)
  const counts = new Map<Kind, number>()
  const { common } = index.split(words)
  for (const [count, kinds] of Map.groupBy(wanted.keys(), (kind) => wanted.get(kind) ?? 0)) {
    // Twice as many as needed, because the first documents may already be among the hits by title.
    const enough = 2 * count
    for (const { kind, word, documents, total } of await index.first(kinds, common, enough)) {
      for (const document of documents) lower(costs, document, costIn(words, word))
      if (documents.length >= enough) counts.set(kind, Math.max(counts.get(kind) ?? 0, total))
    }
  }
  const chosen: number[] = []
  const totals = new Map<Kind, number>()
  const byKind = idsByKind(costs)
  for (const [kind, titles] of titled) {
    const known = new Set(titles.map(({ id }) => id))
    const its = (byKind.get(kind) ?? []).filter((id) => !known.has(id))
    const left = Math.max(0, (wanted.get(kind) ?? 0) - titles.length)
    chosen.push(...nearest(its, costs, left))
    totals.set(kind, Math.max(counts.get(kind) ?? 0, titles.length + its.length))
  }
  const matches = Map.groupBy(await index.documents(chosen), ({ id }) => kindOf(id))
  return new Map(
    [...titled].map(([kind, titles]) => [
      kind,
      {
        matches: [...titles, ...(matches.get(kind) ?? [])],
        total: Math.min(totals.get(kind) ?? 0, SEARCH_COUNTED),
      },
    ]),
  )
}

/** Divides the ids of documents by kind. Documents that have the word in their context only are left out. */
function idsByKind(costs: ReadonlyMap<number, number>): Map<Kind, number[]> {
  const found = new Map<Kind, number[]>()
  for (const id of costs.keys()) {
    const kind = kindOf(id)
    if (kind === undefined) continue
    const ids = found.get(kind)
    if (ids === undefined) found.set(kind, [id])
    else ids.push(id)
  }
  return found
}

/** The ids with the lowest costs, lowest first. Not all ids are sorted, because only a few of them are needed. */
function nearest(ids: readonly number[], costs: ReadonlyMap<number, number>, count: number): number[] {
  const first: Cost[] = []
  if (count === 0) return []
  for (const id of ids) {
    const one: Cost = [id, costs.get(id) ?? Infinity]
    const last = first.at(-1)
    if (first.length === count && last !== undefined && nearestFirst(one, last) > 0) continue
    const at = first.findLastIndex((other) => nearestFirst(other, one) < 0) + 1
    first.splice(at, 0, one)
    if (first.length > count) first.pop()
  }
  return first.map(([id]) => id)
}

type Cost = readonly [id: number, cost: number]

function nearestFirst([idA, costA]: Cost, [idB, costB]: Cost): number {
  return costA - costB || idA - idB
}

function costIn(words: Alternatives, word: number): number {
  const distance = words.get(word)
  return distance === undefined ? Infinity : costOf(distance)
}

function lower(costs: Map<number, number>, id: number, cost: number): void {
  if (cost < (costs.get(id) ?? Infinity)) costs.set(id, cost)
}

/** Maximum number of documents of a kind whose words are compared. Lyrics have hundreds of words. */
const COMPARED = { song: 400, album: 300, artist: 300, playlist: 400, video: 300, message: 200, lyrics: 60 }
const COMPARED_MAX = Math.max(...Object.values(COMPARED))
/**
 * With at most this many candidates, comparing them is faster than reading the documents that contain another word of
 * the search.
 */
const FEW = 24

/**
 * The candidates of a search: documents that contain its rarest word, those with the lowest cost first. Documents
 * without another word of the search are removed, as long as that word is rare, so that few documents must be compared.
 */
async function candidatesOf(
  index: IndexReader,
  kinds: readonly Kind[],
  { alternatives }: Query,
): Promise<Match[]> {
  const rarestFirst = alternatives.toSorted((a, b) => index.countOf(a) - index.countOf(b))
  const [rarest, ...others] = rarestFirst
  if (rarest === undefined || rarest.size === 0) return []
  const costs = new Map<number, number>()
  // A word in the context finds a document only if the search has other words.
  const isAlone = others.length === 0
  for (const [id, cost] of (await index.costsOf(rarest)).costs)
    if (!isAlone || kindOf(id) !== undefined) lower(costs, documentOf(id), cost)
  const { common } = index.split(rarest)
  const first = await index.first(kinds, common, COMPARED_MAX)
  const inContext = isAlone ? [] : await index.firstInContext(kinds, common, COMPARED_MAX)
  for (const { kind, word, documents } of [...first, ...inContext])
    for (const id of documents.slice(0, COMPARED[kind])) lower(costs, id, costIn(rarest, word))
  for (const words of others) {
    if (costs.size <= FEW || index.split(words).rare.length < words.size) break
    const its = await index.costsOf(words)
    if (!its.isComplete) continue
    const ids = new Set(its.costs.keys().map(documentOf))
    for (const id of costs.keys()) if (!ids.has(id)) costs.delete(id)
  }
  const byKind = Map.groupBy([...costs].sort(nearestFirst), ([id]) => kindOf(id))
  return index.documents(
    kinds.flatMap((kind) => (byKind.get(kind) ?? []).slice(0, COMPARED[kind]).map(([id]) => id)),
  )
}

async function scoredMatches(
  index: IndexReader,
  kinds: readonly Kind[],
  query: Query,
): Promise<Map<Kind, Scored[]>> {
  const found = new Map<Kind, Scored[]>(kinds.map((kind) => [kind, []]))
  const candidates = await candidatesOf(index, kinds, query)
  const scoreOf = scoring(query.alternatives)
  for (const match of candidates) {
    const kind = kindOf(match.id)
    const scored = scoreOf(match)
    if (kind !== undefined && scored !== undefined) found.get(kind)?.push(scored)
  }
  for (const list of found.values()) list.sort((a, b) => a.score - b.score || a.match.id - b.match.id)
  return found
}

/** Documents that contain every word of the search or a similar word. Documents with the fewest slips come first. */
export async function findSimilar(
  index: IndexReader,
  kinds: readonly Kind[],
  query: Query,
): Promise<Map<Kind, (Match & Pick<Scored, 'instead'>)[]>> {
  const scored = await scoredMatches(index, kinds, query)
  return new Map(
    [...scored].map(([kind, its]) => [kind, its.map(({ match, instead }) => ({ ...match, instead }))]),
  )
}
