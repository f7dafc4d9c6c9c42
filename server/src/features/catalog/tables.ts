import type { AlbumType } from '@tonarchiv/contract/catalog'

export interface CatalogTables {
  albums: {
    id: string
    title: string
    /** Two titles with the same key are equal: see title-key.ts. */
    titleKey: string
    /** The sort key: lower ones come first, with gaps for moves. */
    place: number
    type: AlbumType
    releaseYear: number | null
    isExclusive: number
    coverName: string | null
    /** Incremented with every change of the album or its tracks. */
    revision: number
    /** Number of its playable tracks, stored so that a change can update the archive's total by the difference. */
    playableTracks: number
    createdAt: string
    /** Its artists as one text; null without artists. */
    artistName: string | null
    /** Keys of the other orders; see sort-keys.ts. */
    sortTitle: string
    sortYear: string
    /** The title in plain lower-case letters, for rules of smart playlists. */
    plainTitle: string
  }
  tracks: {
    id: string
    albumId: string
    /** From 0, without gaps. */
    position: number
    title: string
    durationSeconds: number
    /** Name for the stream call; null for a placeholder, as are all columns below. */
    fileName: string | null
    storageName: string | null
    /** When the file, or the original that it was converted from, was stored. */
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
    /** 1 for a file that most browsers cannot play. */
    needsConversion: number
    /** Its main artists as one text; null for the artists of the album. */
    artistName: string | null
    /** The title in plain lower-case letters, for rules of smart playlists; empty with the mark for missing tracks. */
    plainTitle: string
    /** A hash of the title, by which other programs' spellings of it are found; see match-key.ts. */
    matchKey: number
  }
  /** Further files of a track: the same recording in another encoding. */
  trackFiles: {
    id: string
    trackId: string
    /** Name for the stream call. */
    fileName: string
    storageName: string
    storedAt: string
    format: string
    durationSeconds: number
    sizeBytes: number
    bitrate: number
    sampleRate: number
    channels: number
    /** 1 for a file that most browsers cannot play. */
    needsConversion: number
    /** 1 for the file that the track's own file was converted from: both are replaced together. */
    isOriginal: number
  }
  /** Names that files of a track had before; links with them stay valid. */
  trackFormerFiles: {
    /** Ids sort by time. */
    id: string
    trackId: string
    fileName: string
  }
  /** Titles that albums had before; links with them stay valid until another album takes the title. */
  albumFormerTitles: {
    titleKey: string
    albumId: string
  }
  covers: {
    /** Each image gets a new name. */
    name: string
    storageName: string
    createdAt: string
  }
  artists: {
    id: string
    name: string
    /** Two names with the same key are equal, as for titles: see title-key.ts. */
    nameKey: string
    /** The name for sorting, made from the name or given by an admin: "Ärzte, Die". */
    sortName: string
    /** `sortName` in plain lower-case letters, by which artists are sorted. */
    sortKey: string
    /** The name in plain lower-case letters, for searches; see search-words.ts. */
    plainName: string
    createdAt: string
  }
  /** The artists of a track. Each artist once, in the order of the track's tags. */
  trackArtists: {
    trackId: string
    artistId: string
    role: 'main' | 'feature'
    position: number
  }
  /** The artists of an album; an album without artists is shown under its title. */
  albumArtists: {
    albumId: string
    artistId: string
    position: number
  }
  /** The liner notes of an album. An album without any has no row. */
  linerNotes: {
    albumId: string
    /** Markdown. */
    notes: string
    label: string
    /** Where the recording came from. */
    source: string
    /** `2023-05` or `2023-05-12`; ignored unless it begins with the album's year. */
    releasedOn: string | null
    /** `2023`, `2023-05` or `2023-05-12`. */
    recordedOn: string | null
  }
  albumGenres: {
    albumId: string
    position: number
    name: string
  }
  /** The credits of an album: a row for each name of each role. */
  albumCredits: {
    albumId: string
    rolePosition: number
    position: number
    role: string
    name: string
  }
  /** Number of albums by type and year, updated with every change so that albums need not be counted. */
  albumTotals: {
    type: AlbumType
    /** 0 means unknown. */
    year: number
    albums: number
  }
  /** A table with one row. */
  archiveState: {
    id: number
    /** Incremented with every change of albums and tracks; caches store it beside their data. */
    version: number
    playableTracks: number
  }
  /** SQLite's search index: contentless FTS5 tables whose rowids are the albums' sort keys. */
  albumWords: { rowid: number; words: string }
  albumGrams: { rowid: number; grams: string }
  /** PostgreSQL's search index. */
  albumSearch: { place: number; type: AlbumType; releaseYear: number | null; words: string; grams: string[] }
}

declare module '#database/schema.ts' {
  interface Schema extends CatalogTables {}
}
