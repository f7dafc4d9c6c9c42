import type { Executor } from '#database/prepared.ts'
import type { MessageScope } from '#features/chat/index.ts'
import type { WordIds } from './meant-words.ts'
import { planOf, type WordList } from './message-plan.ts'
import { type Range, rangeOf } from './store/kinds.ts'
import {
  bitsOf,
  documentsIn,
  documentsWithin,
  type MessageDocument,
  messageDocuments,
  newestDocument,
  refsOf,
  type Series,
} from './store/message-documents.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Limits of what is read for one page. */
export interface PageBounds {
  /** Documents in the order of a series. */
  rows: number
  /** Documents that are read by their ids, which costs more for each document. */
  documents: number
  /** Postings that one statement reads. */
  postings: number
  /** Words whose postings are looked up. */
  lookups: number
}
const BOUNDS: PageBounds = { rows: 1500, documents: 300, postings: 2000, lookups: 2000 }
const ROWS_MIN = 100
/** Each part of a range is this many times longer than the one before. */
const LONGER = 4
/** A part with too many postings is made this many times shorter. */
const SHORTER = 8

/** A message that was found, with the id of its document. */
export interface FoundDocument {
  id: number
  ref: string
}

/** Hits, newest first, and where the next page begins: after the document with this id. */
export interface FoundDocuments {
  documents: FoundDocument[]
  next: number | undefined
}

interface Wanted {
  /** For each word of the search the words of the index that may be meant. */
  words: readonly WordIds[]
  scope: MessageScope
  /** The document after which the page begins. */
  after: number | undefined
  limit: number
}

/**
 * Finds messages by the words of the index. It reads the documents of a series, or the postings of the word that is in
 * the fewest documents, until the page is full. Both are read in the order of document ids, which is newest first,
 * because newer messages have lower ids. The page ends when a limit of `bounds` is reached, even if it is not full.
 */
export async function findByWords(
  { db, vocabulary }: { db: Executor; vocabulary: Pick<Vocabulary, 'documentsOf'> },
  { words, scope, after, limit }: Wanted,
  bounds: PageBounds = BOUNDS,
): Promise<FoundDocuments> {
  if (words.some((ids) => ids.length === 0)) return { documents: [], next: undefined }
  const lists = words
    .map((ids) => ({ ids, count: ids.reduce((sum, id) => sum + vocabulary.documentsOf(id), 0) }))
    .toSorted((one, other) => one.count - other.count)
  const { to } = rangeOf('message')
  const newest = await newestDocument(db)
  const range = { from: Math.max(newest, (after ?? 0) + 1), to }
  if (range.from >= to) return { documents: [], next: undefined }
  const plan = await planOf(db, { lists, scope, range, total: to - newest, limit })
  const search: Search = { lists, scope, range, limit, bounds }
  const { ids, next } = await (plan.by === 'series'
    ? readSeries(db, plan, search)
    : readPostings(db, plan.span, search))
  const page = ids.slice(0, limit)
  const refs = await refsOf(db, page)
  return {
    documents: page.flatMap((id) => {
      const ref = refs.get(id)
      return ref === undefined ? [] : { id, ref }
    }),
    next: ids.length > limit ? page.at(-1) : next,
  }
}

interface Search {
  /** The words of the search, the rarest first. */
  lists: readonly WordList[]
  scope: MessageScope
  range: Range
  limit: number
  bounds: PageBounds
}

/** The ids of hits in ascending order, and the id after which the search continues; undefined at its end. */
interface FoundIds {
  ids: number[]
  next: number | undefined
}

async function readSeries(
  db: Executor,
  { series, count: expected }: { series: Series; count: number },
  { lists, scope, range, limit, bounds }: Search,
): Promise<FoundIds> {
  const isHit = comparing(lists, scope)
  const ids: number[] = []
  let { from } = range
  for (let read = 0; read < bounds.rows;) {
    const count = Math.min(bounds.rows - read, Math.max(ROWS_MIN, read, expected))
    const documents = await documentsIn(db, series, { from, to: range.to, limit: count })
    for (const document of documents) if (isHit(document)) ids.push(document.id)
    if (ids.length > limit || documents.length < count) return { ids, next: undefined }
    read += count
    from = (documents.at(-1)?.id ?? from) + 1
  }
  return { ids, next: from - 1 }
}

async function readPostings(db: Executor, firstSpan: number, search: Search): Promise<FoundIds> {
  const { lists, range, limit, scope, bounds } = search
  const [rarest = { ids: [] }, ...others] = lists
  const isCompared = others.length > 0 || scope.by !== undefined || scope.has !== undefined
  const isHit = comparing(others, scope)
  const ids: number[] = []
  let { from } = range
  let span = firstSpan
  let compared = 0
  let lookups = 0
  while (lookups < bounds.lookups) {
    const part = { from, to: Math.min(range.to, from + span) }
    const all = await documentsWithin(db, rarest.ids, { ...part, limit: bounds.postings })
    if (all === undefined && span > 1) {
      span = Math.max(1, Math.floor(span / SHORTER))
      continue
    }
    lookups += rarest.ids.length
    const documents = isCompared
      ? await inOthers(db, all ?? [], others, { ...part, limit: bounds.postings })
      : (all ?? [])
    const some = isCompared ? documents.slice(0, bounds.documents - compared) : documents
    compared += some.length
    const hits = isCompared ? (await messageDocuments(db, some)).filter(isHit).map(({ id }) => id) : some
    ids.push(...hits.toSorted((one, other) => one - other))
    if (some.length < documents.length) return { ids, next: some.at(-1) ?? from - 1 }
    from = part.to
    if (ids.length > limit || from >= range.to) return { ids, next: undefined }
    span *= LONGER
  }
  return { ids, next: from - 1 }
}

/**
 * Removes documents that lack another word of the search, by the postings of that word. Stops when it is cheaper to
 * read and compare the remaining documents.
 */
async function inOthers(
  db: Executor,
  documents: number[],
  others: readonly WordList[],
  part: Range & { limit: number },
): Promise<number[]> {
  let left = documents
  for (const { ids, count } of others) {
    if (left.length < ROWS_MIN || count >= part.limit) break
    const its = await documentsWithin(db, ids, part)
    if (its === undefined) break
    const known = new Set(its)
    left = left.filter((id) => known.has(id))
  }
  return left
}

/** Returns a function that checks whether a document has a word of each list and is in the scope. */
function comparing(lists: readonly WordList[], { by, has }: MessageScope) {
  const words = lists.map(({ ids }) => new Set(ids))
  const bits = has === undefined ? 0 : bitsOf([has])
  return ({ words: text, author = by, holds = bits }: MessageDocument): boolean => {
    if ((by !== undefined && author !== by) || (holds & bits) !== bits) return false
    return words.length === 0 || hasEach(text, words)
  }
}

const ZERO = 48
const NINE = 57

/**
 * Whether the words of a document, as `joinedIds` writes them, include one of each set. The text is parsed digit by
 * digit, and only until all sets are found, because this function runs for many documents that do not match.
 */
function hasEach(text: string, sets: readonly ReadonlySet<number>[]): boolean {
  const missing = [...sets]
  let id = 0
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= ZERO && code <= NINE) {
      id = id * 10 + code - ZERO
      continue
    }
    for (let at = missing.length - 1; at >= 0; at -= 1)
      if (missing[at]?.has(id) === true) missing.splice(at, 1)
    if (missing.length === 0) return true
    // The words of messages have no context behind the separator.
    id = 0
  }
  return false
}
