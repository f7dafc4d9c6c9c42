import type { listAlbums } from '@tonarchiv/contract/catalog'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { wantedOf } from '../search/search-words.ts'
import {
  type AlbumFilter,
  type AlbumRow,
  countFound,
  findAlbums,
  type PageRow,
} from '../store/find-albums.ts'
import { findAlbumOfFile } from '../store/one-album.ts'
import { countIn, type Overview } from '../store/totals.ts'
import type { ArchiveMemory, Knowledge } from './archive-memory.ts'

type PageQuery = QueryOf<typeof listAlbums>

/** Changes of the archive may come between two reads; after so many a page is given as it was found. */
const TRIES = 4

/** A page of albums without their tracks. */
export interface AlbumPage {
  albums: readonly AlbumRow[]
  /** Over the filter. */
  total: number
  /** Over the whole archive. */
  overview: Overview
  /** The version of the archive that the albums were read from. */
  version: number
}

export async function albumPage(db: Database, memory: ArchiveMemory, query: PageQuery): Promise<AlbumPage> {
  for (let attempt = 1; ; attempt += 1) {
    const knowledge = memory.known()
    const { rows, total } = await readPage(db, knowledge, query)
    const isCurrent =
      rows[0] === undefined ? (await memory.fresh()) === knowledge : rows[0].version === knowledge.version
    if (isCurrent || attempt === TRIES) {
      const { overview, version } = knowledge
      return { albums: rows, total, overview, version: rows[0]?.version ?? version }
    }
    await memory.fresh()
  }
}

async function readPage(
  db: Database,
  knowledge: Knowledge,
  { limit, offset, sort, track, ...filter }: PageQuery,
): Promise<{ rows: PageRow[]; total: number }> {
  if (track !== undefined) {
    const album = await findAlbumOfFile(db, track)
    return album === undefined ? { rows: [], total: 0 } : { rows: [album], total: 1 }
  }
  const order = sort ?? 'place'
  const list = knowledge.list(JSON.stringify([order, filter.search, filter.year, filter.type]))
  const start = list.bookmarks.before(offset)
  const rows = await findAlbums(db, filter, order, start ?? { key: undefined, skip: offset }, limit)
  const isCurrent = rows[0]?.version === knowledge.version
  const [first, last] = [rows[0], rows.at(-1)]
  if (isCurrent && first !== undefined && last !== undefined) {
    list.bookmarks.put(offset, first.key)
    list.bookmarks.put(offset + rows.length - 1, last.key)
  }
  const total = list.total ?? (await totalOf(db, knowledge, filter, { offset, limit, found: rows.length }))
  if (isCurrent) list.total = total
  return { rows, total }
}

async function totalOf(
  db: Database,
  { totals }: Knowledge,
  filter: AlbumFilter,
  { offset, limit, found }: { offset: number; limit: number; found: number },
): Promise<number> {
  if (filter.search === undefined || wantedOf(filter.search).length === 0) return countIn(totals, filter)
  // A page that is not full is the last one.
  if (found > 0 && found < limit) return offset + found
  if (found === 0 && offset === 0) return 0
  return countFound(db, filter)
}
