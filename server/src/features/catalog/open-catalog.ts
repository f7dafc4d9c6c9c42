import type { Services } from '#services.ts'
import { createArchiveCache } from './browse/archive-cache.ts'
import { type Listing, openListing } from './browse/listing.ts'
import { type CatalogList, openList } from './browse/list.ts'
import { type Covers, openCovers } from './covers/covers.ts'
import { type CatalogEdit, openEdit } from './edit/edit.ts'
import { openPremieres, type Premieres } from './premieres.ts'
import { openPlayableTracks, type PlayableTracks } from './stream/playable-tracks.ts'

/** The albums and tracks of the archive, for every protocol. */
export interface Catalog {
  /** Reads albums and tracks: in an order, by a search, one by one. */
  list: CatalogList
  /** Lists songs, albums and artists with the data that apps of other makers show. */
  listing: Listing
  /** Finds tracks whose files can be sent. */
  stream: PlayableTracks
  covers: Covers
  edit: CatalogEdit
  premieres: Premieres
}

export function openCatalog(services: Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>): Catalog {
  const cache = createArchiveCache(services)
  return {
    list: openList(services.db, cache),
    listing: openListing(services.db, cache),
    stream: openPlayableTracks(services),
    covers: openCovers(services, cache),
    edit: openEdit(services),
    premieres: openPremieres(services),
  }
}
