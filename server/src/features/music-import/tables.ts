export interface MusicImportTables {
  /** Files that became tracks; a file is the same one as long as nobody changed it. */
  importedFiles: {
    path: string
    sizeBytes: number
    /** Milliseconds since 1970. */
    modifiedAt: number
    trackId: string
  }
  /** Which album a title and an artist became, whatever it is called now. */
  importedAlbums: {
    albumKey: string
    albumId: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MusicImportTables {}
}
