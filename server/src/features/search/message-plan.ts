import type { Executor } from '#database/prepared.ts'
import type { MessageScope } from '#features/chat/index.ts'
import type { WordIds } from './meant-words.ts'
import type { Range } from './store/kinds.ts'
import { idBehind, type Series } from './store/message-documents.ts'

/**
 * Average processor time in microseconds: to read a document in the order of a series (`Series`), a document by its id,
 * and a posting, and to look up the postings of a word.
 */
const COST = { row: 0.7, document: 6, posting: 0.3, lookup: 1.5 } as const
/** Number of documents of a series over which its density is measured: the share of messages that are in the series. */
const MEASURED = 300
/** The factor by which more is read at once than will probably be needed for a full page. */
const MARGIN = 1.5

/** The words of the index for one word of the search, and the estimated number of documents that contain them. */
export interface WordList {
  ids: WordIds
  count: number
}

/**
 * How a page is searched. `series`: the documents of a series are read in their order, probably `count` of them.
 * `postings`: the postings of the rarest word are read, at first in a part of the range with `span` ids.
 */
export type Plan = { by: 'series'; series: Series; count: number } | { by: 'postings'; span: number }

interface Planned {
  /** The rarest word first. */
  lists: readonly WordList[]
  scope: MessageScope
  range: Range
  /** The number of messages, deleted ones included. */
  total: number
  limit: number
}

/** Chooses the cheaper way to find the next messages. */
export async function planOf(db: Executor, { lists, scope, range, total, limit }: Planned): Promise<Plan> {
  const series = seriesOf(scope)
  const ofSeries = await densityOf(db, series, range)
  const length = range.to - range.from
  const [rarest = 1, ...others] = lists.map(({ count }) => Math.min(1, Math.max(1, count) / total))
  const ofOthers = others.reduce((product, one) => product * one, 1)

  // The estimate assumes that the words and the messages of the series are spread evenly and independently.
  const wanted = (limit + 1) / (rarest * ofOthers * ofSeries)
  const documents = rarest * Math.min(length, wanted)
  const isCompared = others.length > 0 || series.of !== 'all'
  const lookups = lists[0]?.ids.length ?? 0
  const byPostings = lookups * COST.lookup + documents * (isCompared ? COST.document : COST.posting)

  const rows = ofSeries * Math.min(length, wanted)
  return rows * COST.row < byPostings
    ? { by: 'series', series, count: Math.ceil(rows * MARGIN) }
    : { by: 'postings', span: Math.ceil((documents * MARGIN) / rarest) }
}

function seriesOf({ by, has }: MessageScope): Series {
  if (by !== undefined) return { of: 'author', author: by }
  return has === undefined ? { of: 'all' } : { of: 'held', held: has }
}

/** The share of the next messages that is in a series. */
async function densityOf(db: Executor, series: Series, range: Range): Promise<number> {
  if (series.of === 'all') return 1
  const id = await idBehind(db, series, { ...range, offset: MEASURED })
  return Math.min(1, MEASURED / ((id ?? range.to) - range.from))
}
