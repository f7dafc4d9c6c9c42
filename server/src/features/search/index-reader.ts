import { SEARCH_COUNTED } from '@tonarchiv/contract/search'
import type { Executor } from '#database/prepared.ts'
import { type Alternatives, costOf } from './alternatives.ts'
import { contextRangeOf, documentOf, hasContext, type Kind, type Range, rangeOf } from './store/kinds.ts'
import {
  documentsByIds,
  findByTitle,
  type FirstDocuments,
  firstInRanges,
  type Match,
  postingsOf,
} from './store/matches.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A word in more documents than this is common. Only its first documents of each kind are read. */
const COMMON = 300
/**
 * Maximum number of common words that are read for one word of a search, and of documents that are read for its rare
 * words.
 */
const COMMON_WORDS_MAX = 6
const RARE_MAX = 1500

/**
 * The words of the index that one word of a search may mean, divided into rare and common words. Words with the lowest
 * cost come first.
 */
interface Split {
  rare: readonly number[]
  common: readonly number[]
}

/**
 * Documents that contain some of the rare words. The cost of a document is the lowest cost of the words that it
 * contains.
 */
interface Costs {
  /** The cost by document id. The key is `contextOf` the document id where the word is in the context only. */
  costs: Map<number, number>
  /** Whether `costs` contains all documents with any of the rare words. */
  isComplete: boolean
}

/**
 * Reads the index for one search. A search may need several queries; results are cached, so that nothing is read twice.
 */
export interface IndexReader {
  /** Divides the given index words, the alternatives for one word of a search, into rare and common words. */
  split(words: Alternatives): Split
  /** The approximate number of documents that contain one of these words. */
  countOf(words: Alternatives): number
  costsOf(words: Alternatives): Promise<Costs>
  /**
   * The first documents of each kind that contain one of the given common words, and their total number, which is
   * counted up to `SEARCH_COUNTED`.
   */
  first(kinds: readonly Kind[], words: readonly number[], limit: number): Promise<First[]>
  /** Like `first`, for documents that contain a word in their context only. */
  firstInContext(kinds: readonly Kind[], words: readonly number[], limit: number): Promise<First[]>
  /** Documents whose title begins with a text; of each kind at most the number in `wanted`. */
  byTitle(title: string, wanted: ReadonlyMap<Kind, number>): Promise<readonly Match[]>
  /** Documents in the order of the given ids. */
  documents(ids: readonly number[]): Promise<Match[]>
}

interface First extends FirstDocuments {
  kind: Kind
  word: number
}

interface Needs {
  db: Executor
  vocabulary: Vocabulary
}

/**
 * Opens the reader for one search. It reads the property `needs.db` for each statement, because that property throws
 * once the search is aborted.
 */
export function openIndexReader(needs: Needs): IndexReader {
  const { vocabulary } = needs

  const postings = new Map<number, readonly number[]>()
  const matches = new Map<number, Match>()
  let titled: readonly Match[] | undefined
  const splits = new Map<Alternatives, Split>()
  let isComplete = true

  function split(words: Alternatives): Split {
    const known = splits.get(words)
    if (known !== undefined) return known
    const rare: number[] = []
    const common: number[] = []
    let documents = 0
    for (const id of [...words].sort(([, a], [, b]) => costOf(a) - costOf(b)).map(([word]) => word)) {
      const count = vocabulary.documentsOf(id)
      if (count > COMMON) {
        if (common.length < COMMON_WORDS_MAX) common.push(id)
        continue
      }
      documents += count
      if (documents <= RARE_MAX) rare.push(id)
    }
    const found = { rare, common }
    splits.set(words, found)
    return found
  }

  async function readPostings(words: readonly number[]): Promise<void> {
    const unread = words.filter((word) => !postings.has(word))
    const found = await postingsOf(needs.db, unread, RARE_MAX)
    let count = 0
    for (const word of unread) {
      const documents = found.get(word) ?? []
      postings.set(word, documents)
      count += documents.length
    }
    if (count >= RARE_MAX) isComplete = false
  }

  /** `rangesOf` returns the range of ids in which documents of a kind are searched. */
  async function readRanges(
    kinds: readonly Kind[],
    words: readonly number[],
    limit: number,
    rangesOf: (kind: Kind) => Range,
  ): Promise<First[]> {
    const ranges = words.flatMap((word) =>
      kinds.map((kind) => {
        const { from, to } = rangesOf(kind)
        return { kind, word, from, to }
      }),
    )
    const found = await firstInRanges(needs.db, ranges, { limit, counted: SEARCH_COUNTED })
    return ranges.flatMap(({ kind, word }, index) => {
      const { documents, total } = found[index] ?? { documents: [], total: 0 }
      return { kind, word, documents: documents.map(documentOf), total }
    })
  }

  return {
    split,
    countOf: (words) => words.keys().reduce((sum, id) => sum + vocabulary.documentsOf(id), 0),
    costsOf: async (words) => {
      const { rare } = split(words)
      await readPostings(rare)
      const costs = new Map<number, number>()
      for (const word of rare) {
        const distance = words.get(word)
        const cost = distance === undefined ? Infinity : costOf(distance)
        for (const document of postings.get(word) ?? [])
          if (cost < (costs.get(document) ?? Infinity)) costs.set(document, cost)
      }
      return { costs, isComplete: isComplete && rare.length === words.size }
    },
    first: async (kinds, words, limit) => readRanges(kinds, words, limit, rangeOf),
    firstInContext: async (kinds, words, limit) =>
      readRanges(kinds.filter(hasContext), words, limit, contextRangeOf),
    // Cached, because all queries of one search have the same title.
    byTitle: async (title, wanted) => (titled ??= await findByTitle(needs.db, title, wanted)),
    documents: async (ids) => {
      for (const match of await documentsByIds(
        needs.db,
        ids.filter((id) => !matches.has(id)),
      ))
        matches.set(match.id, match)
      return ids.flatMap((id) => matches.get(id) ?? [])
    },
  }
}
