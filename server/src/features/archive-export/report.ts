/** The progress of an export. */
export interface ExportReport {
  /** Number of files of tracks and videos in the archive. */
  filesInAll: number
  filesDone: number
  /** Numbers of albums, tracks with a file, and videos that this run has written. */
  albums: number
  tracks: number
  videos: number
  /** Number of albums and videos that an earlier run has written and that have not changed since. */
  present: number
  /** Number of files into which tags were written. */
  tagged: number
  /** Paths of files into which no tags could be written. These files are unchanged copies. */
  untagged: string[]
  /** Files that are missing from the storage, with the title of their album or video. */
  missing: string[]
  /** Folders of albums that were deleted from the archive. The export does not remove them. */
  stale: string[]
  /** Whether the export was stopped before the end. Another run continues it. */
  isInterrupted: boolean
}

/** The reason why a file or folder of an export was not imported. */
export type NotImported = 'missing' | 'damaged' | 'title-in-use' | 'wrong-index'

/** The progress of the import of an export. */
export interface ArchiveImportReport {
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  videos: number
  /** Number of albums and videos that the archive already had. */
  present: number
  /** Files and folders that were not imported, with their paths below the folder of the export. */
  skipped: { path: string; reason: NotImported }[]
  isInterrupted: boolean
}
