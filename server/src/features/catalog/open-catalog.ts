import { LRUCache } from 'lru-cache'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import type { Services } from '#services.ts'
import { createArchiveCache } from './browse/archive-cache.ts'
import { type Listing, openListing } from './browse/listing.ts'
import { type CatalogList, openList } from './browse/list.ts'
import { type Covers, openCovers } from './covers/covers.ts'
import { type CatalogEdit, openEdit } from './edit/edit.ts'
import { openPremieres, type Premieres } from './premieres.ts'
import { openPlayableTracks, type PlayableTracks } from './stream/playable-tracks.ts'

/** The albums and tracks of the archive, for every protocol. */
export interface Catalog extends CatalogReading {
  /**
   * The catalog as this caller may read it. Each limited scope has a separate catalog with separate caches, so that
   * nothing outside of the scope is in them.
   */
  seenBy(caller: Pick<Caller, 'scope'>): Catalog
  edit: CatalogEdit
  premieres: Premieres
  /** Empties the caches of files. Call it when the archive has changed. */
  clearCache(): void
}

/** What members read of the catalog. */
interface CatalogReading {
  /** Reads albums and tracks: in an order, by a search, one by one. */
  list: CatalogList
  /** Lists songs, albums and artists with the data that third-party apps show. */
  listing: Listing
  /** Finds tracks whose files can be sent. */
  stream: PlayableTracks
  covers: Covers
}

/** Maximum number of scopes for which a catalog is cached. */
const SCOPES_MAX = 50

export function openCatalog(services: Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>): Catalog {
  const whole = openReading(services)
  const scoped = new LRUCache<string, Catalog>({ max: SCOPES_MAX })
  const catalog: Catalog = {
    ...whole,
    seenBy: ({ scope }) => {
      if (scope === undefined) return catalog
      let part = scoped.get(scope.key)
      if (part === undefined) {
        part = { ...catalog, ...openReading(seenBy(services, { scope })) }
        scoped.set(scope.key, part)
      }
      return part
    },
    clearCache: () => {
      for (const { stream } of [whole, ...scoped.values()]) stream.clearCache()
    },
    edit: openEdit(services),
    premieres: openPremieres(services),
  }
  return catalog
}

function openReading(services: Pick<Services, 'db' | 'storage' | 'now'>): CatalogReading {
  const cache = createArchiveCache(services)
  return {
    list: openList(services.db, cache),
    listing: openListing(services.db, cache),
    stream: openPlayableTracks(services),
    covers: openCovers(services, cache),
  }
}
