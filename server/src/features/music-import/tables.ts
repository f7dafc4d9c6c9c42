export interface MusicImportTables {
  /** Imported files; a file counts as the same until it is modified. */
  importedFiles: {
    path: string
    sizeBytes: number
    /** Milliseconds since 1970. */
    modifiedAt: number
    trackId: string
  }
  /** The album that a title and an artist became, even if it has been renamed. */
  importedAlbums: {
    albumKey: string
    albumId: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MusicImportTables {}
}
