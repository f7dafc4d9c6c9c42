import type { AlbumType } from '@tonarchiv/contract/catalog'

export interface MusicImportTables {
  /**
   * The files from which albums were imported, with the values that were read from each. A value in the catalog that
   * differs from them was edited there.
   */
  importedSources: {
    /** See read/file-names.ts for names that are not UTF-8. */
    path: string
    /** Empty for files that an older version imported. */
    inode: string
    sizeBytes: number
    /** Milliseconds since 1970. */
    modifiedAt: number
    /** Null for a video. */
    albumId: string | null
    videoId: string | null
    /** Null for an image of the album and for a file with lyrics. */
    trackId: string | null
    /** The further file of the track that this file became; null for the track's own file. */
    trackFileId: string | null
    /**
     * When the track's file was stored. This and all columns below are null for an image and for an import by an older
     * version.
     */
    storedAt: string | null
    /** Disc, number and name, comparable as text. */
    sortKey: string | null
    title: string | null
    /** JSON. */
    artists: string | null
    /** The version of the import that has read it last; see `READER`. */
    reader: number
    /** The track whose lyrics were read from this file beside the music. */
    lyricsTrackId: string | null
  }
  /** The albums by the key under which an import finds them again, even if they have been renamed. */
  importedAlbums: {
    albumKey: string
    /** Title and artist, which the albums of several folders may share. */
    nameKey: string | null
    albumId: string
  }
  /** What the import last wrote into the fields of an album. */
  importedValues: {
    albumId: string
    /** The title in the files; `title` may have a supplement because another album has that title. */
    tagTitle: string
    title: string
    artist: string | null
    /** JSON. */
    artists: string
    /** JSON; null if an older version wrote the row, which did not read genres. */
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
