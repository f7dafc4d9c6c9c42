import type { AlbumType } from '@tonarchiv/contract/catalog'

export interface MusicImportTables {
  /**
   * The files from which albums were imported, with what was taken from each. A value in the catalog that
   * differs from what was taken was edited there.
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
    /** When the track's file was stored; null, as are all columns below, for an image or an older import. */
    storedAt: string | null
    /** Disc, number and name, comparable as text. */
    sortKey: string | null
    title: string | null
    /** JSON. */
    artists: string | null
    /** The version of the import that has read it last; see `READER`. */
    reader: number
    /** The track whose lyrics are in this file beside the music. */
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
    /** JSON; null for what an older version wrote, which read no genres. */
    genres: string | null
    releaseYear: number | null
    type: AlbumType
    coverName: string | null
    /** Which image became the cover, and its state. */
    coverSource: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MusicImportTables {}
}
