import type { Executor } from '#database/prepared.ts'
import { idsInScope, type MessageScope } from '#features/chat/index.ts'
import type { WordIds } from './meant-words.ts'
import { splitIds } from './store/documents.ts'
import { rangeOf } from './store/kinds.ts'
import { documentsByIds, firstInRanges } from './store/matches.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Documents that are compared at first and in each further round; a round is a few milliseconds. */
const FIRST_ROUND = 120
const FURTHER_ROUND = 300
/** After this many rounds the page ends, even if it is not full. */
const ROUNDS_MAX = 2
/** Most postings that one round reads, and the fewest for each of very many words. */
const POSTINGS_MAX = 4000
const POSTINGS_OF_WORD = 20

/** Hits, newest first, and where the next page begins: after the document with this id. */
export interface FoundIds {
  ids: string[]
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
 * Finds messages by the words of the index. Documents of newer messages have lower ids, so the postings of the word that
 * is in the fewest documents are read in order, and the other words are compared, until the page is full.
 */
export async function findByWords(
  { db, vocabulary }: { db: Executor; vocabulary: Pick<Vocabulary, 'documentsOf'> },
  { words, scope, after, limit }: Wanted,
): Promise<FoundIds> {
  const [rarest = [], ...others] = words
    .map((ids) => ({ ids, count: ids.reduce((sum, id) => sum + vocabulary.documentsOf(id), 0) }))
    .toSorted((one, other) => one.count - other.count)
    .map(({ ids }) => ids)
  const rest = others.map((ids) => new Set(ids))
  const isScoped = scope.by !== undefined || scope.has !== undefined
  const found: { id: number; ref: string }[] = []
  let last = after ?? rangeOf('message').from - 1
  // Without further conditions every document is a hit.
  const firstRound = rest.length === 0 && !isScoped ? limit + 1 : FIRST_ROUND
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { documents, isEnd } = await documentsAfter(
      db,
      rarest,
      last,
      round === 0 ? firstRound : FURTHER_ROUND,
    )
    const matches = (await documentsByIds(db, documents))
      .filter(({ words: text }) => hasEach(text, rest))
      .toSorted((one, other) => one.id - other.id)
    const inScope = isScoped
      ? await idsInScope(
          db,
          scope,
          matches.map(({ ref }) => ref),
        )
      : undefined
    for (const { id, ref } of matches) if (inScope?.has(ref) !== false) found.push({ id, ref })
    if (found.length > limit) {
      const page = found.slice(0, limit)
      return { ids: page.map(({ ref }) => ref), next: page.at(-1)?.id }
    }
    if (isEnd) return { ids: found.map(({ ref }) => ref), next: undefined }
    last = documents.at(-1) ?? last
  }
  return { ids: found.map(({ ref }) => ref), next: last }
}

function hasEach(text: string, words: readonly ReadonlySet<number>[]): boolean {
  if (words.length === 0) return true
  const { title } = splitIds(text)
  return words.every((ids) => title.some((id) => ids.has(id)))
}

/** The next documents with one of the words, in order. */
async function documentsAfter(
  db: Executor,
  words: WordIds,
  after: number,
  count: number,
): Promise<{ documents: number[]; isEnd: boolean }> {
  const { to } = rangeOf('message')
  const limit = Math.min(
    count,
    Math.max(POSTINGS_OF_WORD, Math.floor(POSTINGS_MAX / Math.max(1, words.length))),
  )
  const lists = await firstInRanges(
    db,
    words.map((word) => ({ word, from: after + 1, to })),
    { limit, counted: 0 },
  )
  // Behind the end of a list that was cut off, documents with its word may be missing.
  const known = lists.reduce(
    (least, { documents }) => (documents.length < limit ? least : Math.min(least, documents.at(-1) ?? to)),
    to,
  )
  const all = [...new Set(lists.flatMap(({ documents }) => documents))]
    .filter((id) => id <= known)
    .toSorted((one, other) => one - other)
  return { documents: all.slice(0, count), isEnd: known === to && all.length <= count }
}
