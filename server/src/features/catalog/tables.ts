import type { AlbumType } from '@tonarchiv/contract/catalog'

export interface CatalogTables {
  albums: {
    id: string
    title: string
    /** What makes two titles the same: see title-key.ts. */
    titleKey: string
    /** The order of the list: lower comes earlier, with gaps to move into. */
    place: number
    type: AlbumType
    releaseYear: number | null
    isExclusive: number
    coverName: string | null
    /** Grows with every change of the album or its tracks. */
    revision: number
    /** How many of its tracks can be heard, kept so that the archive's number changes by the difference. */
    playableTracks: number
    createdAt: string
    /** What the list is sorted by besides its own order; see sort-keys.ts. */
    sortTitle: string
    sortYear: string
  }
  tracks: {
    id: string
    albumId: string
    /** From 0, without gaps. */
    position: number
    title: string
    durationSeconds: number
    /** Name for the stream call; null for a placeholder, as is everything below. */
    fileName: string | null
    storageName: string | null
    /** When these bytes came. */
    storedAt: string | null
    format: string | null
    sizeBytes: number | null
    bitrate: number | null
    sampleRate: number | null
    channels: number | null
    tagTitle: string | null
    tagArtist: string | null
    tagAlbum: string | null
    tagYear: number | null
    createdAt: string
  }
  covers: {
    /** New with each image. */
    name: string
    storageName: string
    createdAt: string
  }
  artists: {
    id: string
    name: string
    /** What makes two names the same, as for titles: see title-key.ts. */
    nameKey: string
    /** The name as it is sorted: "Ärzte, Die". */
    sortName: string
    createdAt: string
  }
  /** Who made a track. Each artist once, in the order in which the track names them. */
  trackArtists: {
    trackId: string
    artistId: string
    role: 'main' | 'feature'
    position: number
  }
  /** Who made an album; an album without artists is shown under its title. */
  albumArtists: {
    albumId: string
    artistId: string
    position: number
  }
  /** How many albums there are of each kind, kept with every change so that nobody counts the archive. */
  albumTotals: {
    type: AlbumType
    /** 0: unknown. */
    year: number
    albums: number
  }
  /** One row. */
  archiveState: {
    id: number
    /** Grows with every change of albums and tracks; whoever remembers something of them remembers this beside it. */
    version: number
    playableTracks: number
  }
  /** SQLite's search: contentless FTS5 tables whose row numbers are the albums' places. */
  albumWords: { rowid: number; words: string }
  albumGrams: { rowid: number; grams: string }
  /** PostgreSQL's search. */
  albumSearch: { place: number; type: AlbumType; releaseYear: number | null; words: string; grams: string[] }
}

declare module '#database/schema.ts' {
  interface Schema extends CatalogTables {}
}
