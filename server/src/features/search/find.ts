import { SEARCH_COUNTED } from '@tonarchiv/contract/search'
import type { Executor } from '#database/prepared.ts'
import { documentOf, isTitled, type Kind, kindOf } from './store/kinds.ts'
import {
  countWithWord,
  documentsByIds,
  findByTitle,
  firstWithContext,
  firstWithWord,
  type Match,
  type Posting,
  someWithWords,
} from './store/matches.ts'
import type { SimilarWord, Vocabulary } from './vocabulary.ts'
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
    if (words.length === 1) add(vocabulary.inside(ways), 'inside')
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

/** Whether the index contains a word of the search as it was entered. */
export function hasKnownWord({ alternatives }: Query): boolean {
  return alternatives.some((words) => words.values().some(({ way }) => way === 'exact'))
}

/** Of which words similar ones are allowed: those that no document contains, or all. */
type Misspelt = 'unknown' | 'all'

/** The same search with similar words, and these. */
export function tolerantQueryOf(
  vocabulary: Vocabulary,
  query: Query,
  misspelt: Misspelt,
): { query: Query; similar: readonly SimilarWord[] } {
  const isKnown = (index: number) =>
    query.alternatives[index]?.values().some(({ way }) => way === 'exact') === true
  const similar = query.words.map((ways, index) =>
    misspelt === 'unknown' && isKnown(index) ? [] : vocabulary.similar(ways),
  )
  const alternatives = query.alternatives.map((known, index) => {
    const found = new Map(known)
    for (const { id, word, slips } of similar[index] ?? [])
      if (!found.has(id)) found.set(id, { way: 'similar', slips, word })
    return found
  })
  return { query: { ...query, alternatives }, similar: similar.flat() }
}

/** What was found of a kind, best first. */
export interface Found {
  matches: readonly Match[]
  /** Counted up to `SEARCH_COUNTED`. */
  total: number
}

interface Needs {
  db: Executor
  vocabulary: Vocabulary
}

/** A kind of which at least so many documents are wanted. */
export type Wanted = ReadonlyMap<Kind, number>

/**
 * Documents that contain every word: first those whose title begins with the search, then those with the whole
 * words, with words that begin like them, and with words that contain them. The order does not depend on how
 * many are wanted.
 */
export async function findExact(needs: Needs, wanted: Wanted, query: Query): Promise<Map<Kind, Found>> {
  const titles = new Map<Kind, readonly Match[]>()
  for (const [kind, count] of wanted)
    titles.set(kind, isTitled(kind) ? await findByTitle(needs.db, kind, query.title, count) : [])
  return query.alternatives.length === 1
    ? findOneWord(needs, wanted, query, titles)
    : findSeveralWords(needs, wanted, query, titles)
}

type Titles = ReadonlyMap<Kind, readonly Match[]>

async function findSeveralWords(
  needs: Needs,
  wanted: Wanted,
  query: Query,
  titled: Titles,
): Promise<Map<Kind, Found>> {
  const scored = await scoredMatches(needs, [...wanted.keys()], query)
  return new Map(
    [...titled].map(([kind, titles]) => {
      const its = scored.get(kind) ?? []
      const known = new Set(titles.map(({ id }) => id))
      const matches = [...titles, ...its.map(({ match }) => match).filter(({ id }) => !known.has(id))]
      return [kind, { matches, total: Math.min(matches.length, SEARCH_COUNTED) }]
    }),
  )
}

/** Which documents contain the word is known from the index alone; only those that are wanted are read. */
async function findOneWord(
  { db, vocabulary }: Needs,
  wanted: Wanted,
  { alternatives: [words = new Map<number, Distance>()] }: Query,
  titled: Titles,
): Promise<Map<Kind, Found>> {
  const { rare, common } = byFrequency(vocabulary, words)
  const ways = new Map<number, number>()
  const add = ({ word, document }: Posting) => {
    const cost = WAYS[words.get(word)?.way ?? 'similar']
    if (cost < (ways.get(document) ?? Infinity)) ways.set(document, cost)
  }
  for (const posting of await someWithWords(db, rare, RARE_MAX)) add(posting)
  const counts = new Map<Kind, number>()
  for (const word of common)
    for (const [kind, count] of wanted) {
      const enough = count + (titled.get(kind)?.length ?? 0)
      const documents = await firstWithWord(db, kind, word, enough)
      for (const document of documents) add({ word, document })
      if (documents.length >= enough)
        counts.set(kind, Math.max(counts.get(kind) ?? 0, await countWithWord(db, kind, word, SEARCH_COUNTED)))
    }
  const byKind = Map.groupBy(ways, ([id]) => kindOf(id))
  const found = new Map<Kind, Found>()
  for (const [kind, titles] of titled) {
    const known = new Set(titles.map(({ id }) => id))
    const its = (byKind.get(kind) ?? []).filter(([id]) => !known.has(id))
    its.sort(([idA, wayA], [idB, wayB]) => wayA - wayB || idA - idB)
    const matches = await documentsByIds(
      db,
      its.slice(0, Math.max(0, (wanted.get(kind) ?? 0) - titles.length)).map(([id]) => id),
    )
    const inOrder = matches.toSorted((a, b) => (ways.get(a.id) ?? 0) - (ways.get(b.id) ?? 0))
    const total = Math.max(counts.get(kind) ?? 0, titles.length + its.length)
    found.set(kind, { matches: [...titles, ...inOrder], total: Math.min(total, SEARCH_COUNTED) })
  }
  return found
}

/** A word that more documents contain is common: only the first documents of each kind are read. */
const COMMON = 300
/** Most common words that are read, and most documents with the others. */
const COMMON_WORDS_MAX = 6
const RARE_MAX = 1500

function byFrequency(vocabulary: Vocabulary, words: Alternatives): { rare: number[]; common: number[] } {
  const isCommon = (id: number) => vocabulary.documentsOf(id) > COMMON
  const ids = [...words.keys()]
  return {
    rare: ids.filter((id) => !isCommon(id)),
    common: ids.filter(isCommon).slice(0, COMMON_WORDS_MAX),
  }
}

/** Most documents of a kind whose words are compared. Lyrics have hundreds of words. */
const COMPARED = { song: 400, album: 300, artist: 300, playlist: 400, video: 300, message: 200, lyrics: 60 }

/** Documents with the word of the search that is in the fewest, by kind, in the order of their ids. */
async function candidatesOf(
  { db, vocabulary }: Needs,
  kinds: readonly Kind[],
  { alternatives }: Query,
): Promise<Match[]> {
  const documents = (words: Alternatives) =>
    words.keys().reduce((sum, id) => sum + vocabulary.documentsOf(id), 0)
  const rarest = alternatives.toSorted((a, b) => documents(a) - documents(b))[0]
  if (rarest === undefined || rarest.size === 0) return []
  const { rare, common } = byFrequency(vocabulary, rarest)
  const costs = new Map<number, number>()
  const add = (word: number, id: number) => {
    const one = rarest.get(word)
    const cost = one === undefined ? Infinity : costOf(one)
    if (cost < (costs.get(id) ?? Infinity)) costs.set(id, cost)
  }
  for (const { word, document } of await someWithWords(db, rare, RARE_MAX)) add(word, documentOf(document))
  for (const word of common)
    for (const kind of kinds) {
      for (const id of await firstWithWord(db, kind, word, COMPARED[kind])) add(word, id)
      for (const id of await firstWithContext(db, kind, word, COMPARED[kind])) add(word, id)
    }
  const nearestFirst = [...costs].sort(([idA, costA], [idB, costB]) => costA - costB || idA - idB)
  const byKind = Map.groupBy(
    nearestFirst.map(([id]) => id),
    kindOf,
  )
  return documentsByIds(
    db,
    kinds.flatMap((kind) => (byKind.get(kind) ?? []).slice(0, COMPARED[kind])),
  )
}

/** A document that contains every word of a search, or a similar one. */
interface Scored {
  match: Match
  /** Lower is better. */
  score: number
  /** For each word of the search the similar one that was found instead. */
  instead: readonly (string | undefined)[]
}

const WAYS = { exact: 0, beginning: 1, inside: 2, similar: 0 } as const
/** A slip counts more than any other difference. */
const SLIP_SCORE = 1000
const FURTHER_WORD_SCORE = 3
const FURTHER_WORDS_MAX = 99

async function scoredMatches(
  needs: Needs,
  kinds: readonly Kind[],
  query: Query,
): Promise<Map<Kind, Scored[]>> {
  const found = new Map<Kind, Scored[]>(kinds.map((kind) => [kind, []]))
  for (const match of await candidatesOf(needs, kinds, query)) {
    const kind = kindOf(match.id)
    const scored = scoreOf(match, query.alternatives)
    if (kind !== undefined && scored !== undefined) found.get(kind)?.push(scored)
  }
  for (const list of found.values()) list.sort((a, b) => a.score - b.score)
  return found
}

/** Undefined for a document that does not contain every word, or none in its title. */
function scoreOf(match: Match, alternatives: readonly Alternatives[]): Scored | undefined {
  const best: (Distance | undefined)[] = alternatives.map(() => undefined)
  let isInTitle = false
  const titleWords = eachId(match.words, (id, inTitle) => {
    for (const [index, words] of alternatives.entries()) {
      const one = words.get(id)
      if (one === undefined) continue
      isInTitle ||= inTitle
      const before = best[index]
      if (before === undefined || costOf(one) < costOf(before)) best[index] = one
    }
  })
  let score = 0
  let slips = 0
  for (const one of best) {
    if (one === undefined) return undefined
    score = Math.max(score, WAYS[one.way])
    slips += one.slips
  }
  if (!isInTitle) return undefined
  const further = Math.min(Math.abs(titleWords - alternatives.length), FURTHER_WORDS_MAX)
  if (slips > 0) score += SLIP_SCORE * slips + FURTHER_WORD_SCORE * further
  return { match, score, instead: best.map((one) => one?.word) }
}

function costOf({ way, slips }: Distance): number {
  return WAYS[way] + SLIP_SCORE * slips
}

const ZERO = 48
const SPACE = 32
const BAR = 124

/** Reads the ids of a document without making lists of them. @returns the number of those of its title */
function eachId(words: string, act: (id: number, inTitle: boolean) => void): number {
  let id = 0
  let inTitle = true
  let titleWords = 0
  for (let index = 0; index <= words.length; index += 1) {
    const code = index === words.length ? SPACE : words.charCodeAt(index)
    if (code !== SPACE && code !== BAR) {
      id = id * 10 + code - ZERO
      continue
    }
    if (id > 0) act(id, inTitle)
    if (id > 0 && inTitle) titleWords += 1
    id = 0
    if (code === BAR) inTitle = false
  }
  return titleWords
}

/** Documents that contain every word or a similar one, those with the fewest slips first. */
export async function findSimilar(
  needs: Needs,
  kinds: readonly Kind[],
  query: Query,
): Promise<Map<Kind, (Match & Pick<Scored, 'instead'>)[]>> {
  const scored = await scoredMatches(needs, kinds, query)
  return new Map(
    [...scored].map(([kind, its]) => [kind, its.map(({ match, instead }) => ({ ...match, instead }))]),
  )
}
