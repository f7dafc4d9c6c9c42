import type { listAlbums } from '@tonarchiv/contract/catalog'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { searchTermsOf } from '../search/search-words.ts'
import type { AlbumFilter } from '../store/list/album-statements.ts'
import type { AlbumRow, PageRow } from '../store/album-rows.ts'
import { countFound, findAlbums } from '../store/list/find-albums.ts'
import { findAlbumOfTrack } from '../store/one-album.ts'
import { countIn, type Overview } from '../store/totals.ts'
import type { ArchiveCache, ArchiveSnapshot } from './archive-cache.ts'

type PageQuery = QueryOf<typeof listAlbums>

/**
 * Maximum number of attempts to read a page. A page is read again when the archive has changed meanwhile. The result of
 * the last attempt is returned in any case.
 */
const TRIES = 4

/** A page of albums without their tracks. */
export interface AlbumPage {
  albums: readonly AlbumRow[]
  /** Set when the query named a track: the id of that track, whose album is the only one of the page. */
  trackId?: string | undefined
  /** Number of albums that match the filter. */
  total: number
  /** Numbers of albums by type and by year in the whole archive. */
  overview: Overview
  /** The version of the archive at which the albums were read. */
  version: number
}

export async function albumPage(db: Database, cache: ArchiveCache, query: PageQuery): Promise<AlbumPage> {
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = cache.current()
    const { rows, total, trackId } = await readPage(db, snapshot, query)
    const isCurrent =
      rows[0] === undefined ? (await cache.fresh()) === snapshot : rows[0].version === snapshot.version
    if (isCurrent || attempt === TRIES) {
      const { overview, version } = snapshot
      return { albums: rows, trackId, total, overview, version: rows[0]?.version ?? version }
    }
    await cache.fresh()
  }
}

async function readPage(
  db: Database,
  snapshot: ArchiveSnapshot,
  { limit, offset, sort, track, ...filter }: PageQuery,
): Promise<{ rows: PageRow[]; total: number; trackId?: string }> {
  if (track !== undefined) {
    const album = await findAlbumOfTrack(db, track)
    return album === undefined ? { rows: [], total: 0 } : { rows: [album], total: 1, trackId: album.trackId }
  }
  const order = sort ?? 'place'
  const list = snapshot.list(JSON.stringify([order, filter.search, filter.year, filter.type]))
  const start = list.createPageOffsets.before(offset)
  const rows = await findAlbums(db, filter, order, start ?? { key: undefined, skip: offset }, limit)
  const isCurrent = rows[0]?.version === snapshot.version
  const [first, last] = [rows[0], rows.at(-1)]
  if (isCurrent && first !== undefined && last !== undefined) {
    list.createPageOffsets.put(offset, first.key)
    list.createPageOffsets.put(offset + rows.length - 1, last.key)
  }
  const total = list.total ?? (await totalOf(db, snapshot, filter, { offset, limit, found: rows.length }))
  if (isCurrent) list.total = total
  return { rows, total }
}

async function totalOf(
  db: Database,
  { totals }: ArchiveSnapshot,
  filter: AlbumFilter,
  { offset, limit, found }: { offset: number; limit: number; found: number },
): Promise<number> {
  if (filter.search === undefined || searchTermsOf(filter.search).length === 0) return countIn(totals, filter)
  // The page is the last one if it is not full. The total then follows without another query.
  if (found > 0 && found < limit) return offset + found
  if (found === 0 && offset === 0) return 0
  return countFound(db, filter)
}
