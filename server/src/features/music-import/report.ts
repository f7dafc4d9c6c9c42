import type { BrokenReason } from '#audio-probe/sound.ts'

/**
 * Why a file was not imported: it is a symbolic link, has an unsupported format, is not music, is damaged, is
 * larger than a track may be, is a duplicate, or has changed since it was imported.
 */
export type SkipReason =
  | BrokenReason
  | 'link'
  | 'unsupported'
  | 'not-audio'
  | 'too-large'
  | 'duplicate'
  | 'changed'

export interface Skipped {
  path: string
  reason: SkipReason
}

/** The progress of an import. */
export interface ImportReport {
  /** Number of files that may be music, and how many of them are done. */
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  /** Files that were imported in an earlier run. */
  knownFiles: number
  skipped: Skipped[]
  /** It was stopped before the end; another run continues from here. */
  isInterrupted: boolean
}
