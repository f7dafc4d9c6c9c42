import { type AlbumMark, PREVIEW_ALBUMS } from '@tonarchiv/contract/catalog'
import { LRUCache } from 'lru-cache'
import type { Database } from '#database/open.ts'
import { type PageOffsets, createPageOffsets } from './page-offsets.ts'
import { findAlbums, type SortKey } from '../store/find-albums.ts'
import { type Album, withTracks } from '../store/album-tracks.ts'
import { totalsAndVersion, versionNow } from '../store/archive-state.ts'
import { type Overview, overviewOf, type Total, totalsOf } from '../store/totals.ts'

/** What is known of one list: how long it is, and where its pages begin. */
export interface CachedList {
  total: number | undefined
  /** Where each letter begins. */
  marks: Promise<AlbumMark[]> | undefined
  createPageOffsets: PageOffsets<SortKey>
}

/** What members without a key may see: the first albums. See docs/product.md §4.3. */
export interface Preview {
  albums: readonly Album[]
  coverNames: ReadonlySet<string>
  overview: Overview
}

/** What follows from the archive as it stands at one version, kept until it changes. */
export interface ArchiveSnapshot {
  readonly version: number
  readonly totals: readonly Total[]
  readonly overview: Overview
  /** Lists by their filter. */
  list(name: string): CachedList
  /** Of all songs, by the places of their albums. */
  readonly songs: PageOffsets<number>
  preview(): Promise<Preview>
}

export interface ArchiveCache {
  /** What is known now, whether or not it still holds. */
  current(): ArchiveSnapshot
  /** What is known for sure. */
  fresh(): Promise<ArchiveSnapshot>
}

const LISTS_MAX = 500

/** Remembers what is dear to find out. Nothing outlives the version that it was read at, whoever changed the archive. */
export function createArchiveCache(db: Database): ArchiveCache {
  let current: ArchiveSnapshot = snapshotOf(db, 0, [])
  return {
    current: () => current,
    fresh: async () => {
      const version = await versionNow(db)
      if (version === current.version) return current
      const rows = await totalsAndVersion(db)
      current = snapshotOf(db, rows[0]?.version ?? 0, rows)
      return current
    },
  }
}

function snapshotOf(db: Database, version: number, totals: readonly Total[]): ArchiveSnapshot {
  const lists = new LRUCache<string, CachedList>({ max: LISTS_MAX })
  let preview: Promise<Preview> | undefined
  return {
    version,
    totals,
    overview: overviewOf(totals),
    songs: createPageOffsets(),
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
