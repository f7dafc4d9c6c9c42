import type { BrokenReason } from '#audio-probe/sound.ts'

/**
 * Why a file was not imported: it is a link to a file that is imported anyway, has an unsupported format, is
 * not music, is damaged, is larger than it may be, is a duplicate, would make an album too large, is a video
 * that browsers do not play, a video that has changed since it was imported, a file with lyrics that has no
 * music file beside it, or one without usable text.
 */
export type SkipReason =
  | BrokenReason
  | 'link'
  | 'unsupported'
  | 'not-audio'
  | 'too-large'
  | 'duplicate'
  | 'too-many-tracks'
  | 'unplayable-video'
  | 'changed-video'
  | 'no-track'
  | 'unusable-lyrics'

export interface Skipped {
  path: string
  reason: SkipReason
}

/** Something that the operator should know about an imported file. */
export type RemarkKind = 'needs-conversion' | 'shorter-than-declared' | 'cover-resized' | 'cover-unusable'

export interface Remark {
  path: string
  kind: RemarkKind
}

/** The progress of an import. */
export interface ImportReport {
  /** Number of files that may be music, and how many of them are processed. */
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  videos: number
  /** Albums that were updated to the state of their files. */
  updatedAlbums: number
  /** Files that were imported in an earlier run and are unchanged. */
  knownFiles: number
  skipped: Skipped[]
  remarks: Remark[]
  /** What a dry run would do, one line for each album. */
  planned: string[]
  /** Whether the import was stopped before the end. Another run continues it. */
  isInterrupted: boolean
}

export function newReport(filesInAll: number): ImportReport {
  return {
    filesInAll,
    filesDone: 0,
    albums: 0,
    tracks: 0,
    videos: 0,
    updatedAlbums: 0,
    knownFiles: 0,
    skipped: [],
    remarks: [],
    planned: [],
    isInterrupted: false,
  }
}
