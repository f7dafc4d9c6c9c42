import { type RawBuilder, sql } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Held } from '#features/chat/index.ts'
import { type Range, rangeOf } from './kinds.ts'
import { isOneOfNumbers } from './matches.ts'

/** The contents of a message, as bits of the column `holds`. Database indexes contain these numbers. */
const HOLDS = { image: 1, voice: 2, moment: 4 } as const satisfies Record<Held, number>

/** The bits for the contents of a message. */
export function bitsOf(held: Iterable<Held>): number {
  let bits = 0
  for (const one of held) bits |= HOLDS[one]
  return bits
}

/**
 * The document of a message as a search compares it. `author` or `holds` is undefined if the SQL statement has already
 * compared it.
 */
export interface MessageDocument {
  id: number
  /** The ids of its words; see `splitIds`. */
  words: string
  /** The id of its author; null when the account was deleted. */
  author?: string | null
  holds?: number
}

/** The messages whose documents are read in order: all, those of an author, or those with a kind of content. */
export type Series = { of: 'all' } | { of: 'author'; author: string } | { of: 'held'; held: Held }

/** A part of a series: in a range of ids the first documents, which are the newest. */
type Part = Range & { limit: number }
interface Behind extends Range {
  offset: number
}

const holdsBit = (held: Held) => sql<boolean>`(holds & ${sql.lit(HOLDS[held])}) = ${sql.lit(HOLDS[held])}`

const selectAll = prepared<Part, MessageDocument>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'words', 'author', 'holds'])
    .where('id', '>=', slot('from'))
    .where('id', '<', slot('to'))
    .orderBy('id')
    .limit(slot('limit')),
)

const selectOfAuthor = prepared<Part & { author: string }, MessageDocument>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'words', 'holds'])
    .where('author', '=', slot('author'))
    .where('id', '>=', slot('from'))
    .where('id', '<', slot('to'))
    .orderBy('id')
    .limit(slot('limit')),
)

const holding = (held: Held) =>
  prepared<Part, MessageDocument>((db, slot) =>
    db
      .selectFrom('searchDocuments')
      .select(['id', 'words'])
      .where(holdsBit(held))
      .where('id', '>=', slot('from'))
      .where('id', '<', slot('to'))
      .orderBy('id')
      .limit(slot('limit')),
  )
const selectHolding = { image: holding('image'), voice: holding('voice'), moment: holding('moment') }

/** The first documents of a series in a range. */
export async function documentsIn(db: Executor, series: Series, part: Part): Promise<MessageDocument[]> {
  if (series.of === 'all') return selectAll(db, part)
  return series.of === 'author'
    ? selectOfAuthor(db, { ...part, author: series.author })
    : selectHolding[series.held](db, part)
}

const nthOf = (condition: (author: RawBuilder<string>) => RawBuilder<boolean>) =>
  prepared<Behind & { author: string }, { id: number }>((db, slot) =>
    db
      .selectFrom('searchDocuments')
      .select('id')
      .where(condition(slot('author')))
      .where('id', '>=', slot('from'))
      .where('id', '<', slot('to'))
      .orderBy('id')
      .limit(1)
      .offset(slot('offset')),
  )
const selectNthOf = {
  author: nthOf((author) => sql<boolean>`author = ${author}`),
  image: nthOf(() => holdsBit('image')),
  voice: nthOf(() => holdsBit('voice')),
  moment: nthOf(() => holdsBit('moment')),
}

/** The id of the document after the first `offset` documents of a series in a range; undefined if there is none. */
export async function idBehind(
  db: Executor,
  series: Exclude<Series, { of: 'all' }>,
  behind: Behind,
): Promise<number | undefined> {
  const [row] =
    series.of === 'author'
      ? await selectNthOf.author(db, { ...behind, author: series.author })
      : await selectNthOf[series.held](db, { ...behind, author: '' })
  return row?.id
}

/** The id of the newest document of a message; the end of the range without messages. */
export async function newestDocument(db: Executor): Promise<number> {
  const { from, to } = rangeOf('message')
  const [newest] = await selectAll(db, { from, to, limit: 1 })
  return newest?.id ?? to
}

const selectByIds = prepared<{ ids: readonly number[] }, Required<MessageDocument>>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'words', 'author', 'holds'])
    .where(isOneOfNumbers(db, 'id', slot('ids'))),
)

/** The documents of messages, in any order. */
export async function messageDocuments(
  db: Executor,
  ids: readonly number[],
): Promise<Required<MessageDocument>[]> {
  return ids.length === 0 ? [] : selectByIds(db, { ids })
}

const selectRefs = prepared<{ ids: readonly number[] }, { id: number; ref: string }>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'ref'])
    .where(isOneOfNumbers(db, 'id', slot('ids'))),
)

/** The ids of messages by the ids of their documents. */
export async function refsOf(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await selectRefs(db, { ids })
  return new Map(rows.map(({ id, ref }) => [id, ref]))
}

const selectWithin = prepared<Part & { words: readonly number[] }, { document: number }>((db, slot) =>
  db
    .selectFrom('searchPostings')
    .select('document')
    .where(isOneOfNumbers(db, 'word', slot('words')))
    .where('document', '>=', slot('from'))
    .where('document', '<', slot('to'))
    .limit(slot('limit')),
)

/**
 * Documents in a range that contain one of the words: all of them in ascending order, or undefined if there are `limit`
 * postings or more.
 */
export async function documentsWithin(
  db: Executor,
  words: readonly number[],
  part: Part,
): Promise<number[] | undefined> {
  const rows = await selectWithin(db, { words, ...part })
  if (rows.length >= part.limit) return undefined
  return [...new Set(rows.map(({ document }) => document))].toSorted((one, other) => one - other)
}
