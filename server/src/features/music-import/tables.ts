import type { AlbumType } from '@tonarchiv/contract/catalog'

export interface MusicImportTables {
  /**
   * The files from which albums were imported, with the values that were read from them. A value in the catalog that
   * differs from these values was edited in the catalog.
   */
  importedSources: {
    /** The path of the file. See read/file-names.ts for names that are not UTF-8. */
    path: string
    /** Empty for files that an older version imported. */
    inode: string
    sizeBytes: number
    /** Milliseconds since 1970. */
    modifiedAt: number
    /** The album of the file; null for a video. */
    albumId: string | null
    videoId: string | null
    /** Null for an image of the album and for a file with lyrics. */
    trackId: string | null
    /** The id of the further file that was made from this file; null for the track's own file. */
    trackFileId: string | null
    /**
     * The time at which the track's file was stored. This and all columns below are null for an image and for an import
     * by an older version.
     */
    storedAt: string | null
    /** Disc, track number and name as one text, by which files are sorted. */
    sortKey: string | null
    title: string | null
    /** JSON. */
    artists: string | null
    /** The version of the import that has last read the file; see `READER`. */
    reader: number
    /** The track whose lyrics were read from this file. Null for other files. */
    lyricsTrackId: string | null
  }
  /** The imported albums, by the key with which an import finds an album again even if it was renamed. */
  importedAlbums: {
    albumKey: string
    /** Title and artist, which albums in several folders may share. */
    nameKey: string | null
    albumId: string
  }
  /** The values that the import last wrote into the fields of an album. */
  importedValues: {
    albumId: string
    /** The title in the files. `title` may have an addition, because another album has that title. */
    tagTitle: string
    title: string
    artist: string | null
    /** JSON. */
    artists: string
    /** JSON of the genres; null if an older version wrote the row, because it did not read genres. */
    genres: string | null
    releaseYear: number | null
    type: AlbumType
    coverName: string | null
    /** A hash of the images from which the cover was chosen; see write/album-cover.ts. */
    coverSource: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MusicImportTables {}
}
