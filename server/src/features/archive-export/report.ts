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
  /** Files that got tags of their own. */
  tagged: number
  /** Paths of files whose tags could not be written; they hold the original bytes. */
  untagged: string[]
  /** Albums and videos with their files that the storage does not have. */
  missing: string[]
  /** Folders of albums that the archive no longer has; they stay. */
  stale: string[]
  /** It was stopped before the end; another run continues from here. */
  isInterrupted: boolean
}

/** Why something of an export was not imported. */
export type NotImported = 'missing' | 'damaged' | 'title-in-use' | 'wrong-index'

/** The progress of the import of an export. */
export interface ArchiveImportReport {
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  videos: number
  /** Albums and videos that the archive has already. */
  present: number
  /** Paths below the export's folder. */
  skipped: { path: string; reason: NotImported }[]
  isInterrupted: boolean
}
