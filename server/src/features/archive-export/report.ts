/** The progress of an export. */
export interface ExportReport {
  /** Files of tracks and videos. */
  filesInAll: number
  filesDone: number
  /** Albums, tracks with a file, and videos that this run wrote. */
  albums: number
  tracks: number
  videos: number
  /** Albums and videos that an earlier run has written and that have not changed since. */
  present: number
  /** Number of files into which tags were written. */
  tagged: number
  /** Paths of files whose tags could not be written. These files are unchanged copies. */
  untagged: string[]
  /** Files that are missing from the storage, with the title of their album or video. */
  missing: string[]
  /** Folders of albums that were deleted from the archive. The export does not remove them. */
  stale: string[]
  /** Whether the export was stopped before the end. Another run continues it. */
  isInterrupted: boolean
}

/** Why a file or folder of an export was not imported. */
export type NotImported = 'missing' | 'damaged' | 'title-in-use' | 'wrong-index'

/** The progress of the import of an export. */
export interface ArchiveImportReport {
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  videos: number
  /** Albums and videos that the archive already had. */
  present: number
  /** Paths below the export's folder. */
  skipped: { path: string; reason: NotImported }[]
  isInterrupted: boolean
}
