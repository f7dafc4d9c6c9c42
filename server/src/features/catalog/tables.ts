import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { Generated } from 'kysely'

export interface CatalogTables {
  albums: {
    id: string
    title: string
    /** Identifies the title: titles with the same key count as equal. See title-key.ts. */
    titleKey: string
    /**
     * The sort key of the album. Albums with lower keys come first. Gaps between the keys leave room for moved albums.
     */
    place: number
    type: AlbumType
    releaseYear: number | null
    isExclusive: number
    coverName: string | null
    /** Incremented with every change of the album or its tracks. */
    revision: number
    /**
     * Number of playable tracks of the album. It is stored so that a change can update the archive's total by the
     * difference.
     */
    playableTracks: number
    createdAt: string
    /** The names of the artists as one text; null without artists. */
    artistName: string | null
    /** Sort keys by title and by year; see sort-keys.ts. */
    sortTitle: string
    sortYear: string
    /** The title in plain lower-case letters, for rules of smart playlists. */
    plainTitle: string
    /** 1 until the premiere of the album. Triggers on `premieres` set it. */
    isClosed: Generated<number>
  }
  tracks: {
    id: string
    albumId: string
    /** Position in the album, from 0, without gaps. */
    position: number
    title: string
    durationSeconds: number
    /** Name for the stream call. This and all columns below that may be null are null for a placeholder. */
    fileName: string | null
    storageName: string | null
    /** The time at which the file was stored. A converted copy has the time of its original. */
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
    /** The names of the track's main artists as one text; null when the artists of the album apply. */
    artistName: string | null
    /**
     * The title in plain lower-case letters, for rules of smart playlists. Empty for a title that contains
     * `MISSING_MARK`.
     */
    plainTitle: string
    /**
     * A hash of the title without case, accents and punctuation. Titles that other programs spell differently are found
     * by it; see match-key.ts.
     */
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
    /** 1 for the file from which the track's own file was converted. Both are replaced together. */
    isOriginal: number
  }
  /** Former names of the files of a track. Links with these names stay valid. */
  trackFormerFiles: {
    /** A time-ordered id (UUIDv7). */
    id: string
    trackId: string
    fileName: string
  }
  /** Former titles of albums. Links with such a title stay valid until another album takes the title. */
  albumFormerTitles: {
    titleKey: string
    albumId: string
  }
  covers: {
    /** The name in the URL of the cover. Each new image gets a new name. */
    name: string
    storageName: string
    createdAt: string
  }
  artists: {
    id: string
    name: string
    /** Identifies the name: names with the same key count as equal. See title-key.ts. */
    nameKey: string
    /** The name for sorting, such as "Ärzte, Die". It is derived from the name or was set by an admin. */
    sortName: string
    /** `sortName` in plain lower-case letters, by which artists are sorted. */
    sortKey: string
    /** The name in plain lower-case letters, for searches; see search-words.ts. */
    plainName: string
    createdAt: string
  }
  /** The artists of a track. Each artist occurs once. They have the order of the track's tags. */
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
    /** Text that says where the recording came from. */
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
  /** The premieres of albums. An album is closed until its premiere; see docs/subsystems/premieres.md. */
  premieres: {
    albumId: string
    /** The time of the premiere, at which the album opens; null for a premiere that was called off. */
    opensAt: string | null
    /** 1 when the cover is hidden until the premiere. */
    isCovered: number
    /** 1 when it was announced in the chat room, or will be in a moment. */
    isAnnounced: Generated<number>
    /** Null while the album is closed. */
    openedAt: string | null
  }
  /** A table with one row. */
  archiveState: {
    id: number
    /** Incremented with every change of albums and tracks. Caches store the version beside their data. */
    version: number
    playableTracks: number
  }
  /** SQLite's search index: contentless FTS5 tables whose rowids are the albums' sort keys. */
  albumWords: { rowid: number; words: string }
  albumGrams: { rowid: number; grams: string }
  /** PostgreSQL's search index. */
  albumSearch: { place: number; type: AlbumType; releaseYear: number | null; words: string; grams: string[] }
}

/**
 * Views without the albums that are closed, their tracks, and the artists whom only such albums name. Whatever members
 * read is read from them.
 */
export interface OpenArchive {
  openAlbums: CatalogTables['albums']
  openTracks: CatalogTables['tracks']
  openArtists: CatalogTables['artists']
}

declare module '#database/schema.ts' {
  interface Schema extends CatalogTables, OpenArchive {}
}
