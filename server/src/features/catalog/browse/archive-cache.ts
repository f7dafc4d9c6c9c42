import { type AlbumMark, PREVIEW_ALBUMS } from '@tonarchiv/contract/catalog'
import { LRUCache } from 'lru-cache'
import type { Database } from '#database/open.ts'
import type { Services } from '#services.ts'
import { type Directory, openDirectory } from './directory.ts'
import { type PageOffsets, createPageOffsets } from './page-offsets.ts'
import { findAlbums } from '../store/list/find-albums.ts'
import type { SortKey } from '../store/album-rows.ts'
import { type Album, withTracks } from '../store/album-tracks.ts'
import { totalsAndVersion, versionNow } from '../store/archive-state.ts'
import { type Overview, overviewOf, type Total, totalsOf } from '../store/totals.ts'

/** Cached data of one list of albums: its length and the keys at which its pages begin. */
export interface CachedList {
  total: number | undefined
  /** The offset of the first album of each letter or year in the list. */
  marks: Promise<AlbumMark[]> | undefined
  createPageOffsets: PageOffsets<SortKey>
}

/** The part of the archive that members without a key see: the first albums. See docs/product.md §4.3. */
export interface Preview {
  albums: readonly Album[]
  coverNames: ReadonlySet<string>
  overview: Overview
}

/** Data derived from the archive at one version; cached until the version changes. */
export interface ArchiveSnapshot {
  readonly version: number
  readonly totals: readonly Total[]
  /** Number of playable tracks. */
  readonly playableTracks: number
  readonly overview: Overview
  /** The cached data of a list of albums. `name` is made from the order and the filter of that list. */
  list(name: string): CachedList
  /** Offsets in the list of all songs; the key is the sort key of the album that begins at the offset. */
  readonly songs: PageOffsets<number>
  /** Lists of all artists, albums and genres. */
  readonly directory: Directory
  preview(): Promise<Preview>
}

export interface ArchiveCache {
  /** The cached snapshot, which may be outdated. */
  current(): ArchiveSnapshot
  /** The snapshot of the version that the database has now. */
  fresh(): Promise<ArchiveSnapshot>
}

const LISTS_MAX = 500

/**
 * Caches data that are derived from the whole archive and slow to read. They are used only while the archive has the
 * version at which they were read. The version is in the database, so changes by other processes are noticed, too.
 */
export function createArchiveCache({ db, now }: Pick<Services, 'db' | 'now'>): ArchiveCache {
  let current: ArchiveSnapshot = snapshotOf(db, now(), [])
  return {
    current: () => current,
    fresh: async () => {
      const version = await versionNow(db)
      if (version === current.version) return current
      current = snapshotOf(db, now(), await totalsAndVersion(db))
      return current
    },
  }
}

function snapshotOf(
  db: Database,
  since: Date,
  totals: Awaited<ReturnType<typeof totalsAndVersion>>,
): ArchiveSnapshot {
  const { version, playableTracks } = totals[0] ?? { version: 0, playableTracks: 0 }
  const lists = new LRUCache<string, CachedList>({ max: LISTS_MAX })
  let preview: Promise<Preview> | undefined
  return {
    version,
    totals,
    playableTracks,
    overview: overviewOf(totals),
    songs: createPageOffsets(),
    directory: openDirectory(db, since),
    list: (name) => {
      let list = lists.get(name)
      if (list === undefined) {
        list = { total: undefined, createPageOffsets: createPageOffsets(), marks: undefined }
        lists.set(name, list)
      }
      return list
    },
    preview: async () => {
      preview ??= readPreview(db)
      try {
        return await preview
      } catch (error) {
        preview = undefined
        throw error
      }
    },
  }
}

async function readPreview(db: Database): Promise<Preview> {
  const rows = await findAlbums(db, {}, 'place', { key: undefined, skip: 0 }, PREVIEW_ALBUMS)
  return {
    albums: await withTracks(db, rows),
    coverNames: new Set(rows.flatMap(({ coverName }) => coverName ?? [])),
    overview: overviewOf(totalsOf(rows)),
  }
}
