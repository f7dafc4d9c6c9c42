import type { BrokenReason } from '#audio-probe/sound.ts'

/**
 * The reason why a file was not imported. In this order: it is a link to a file that is imported anyway; its format is
 * not supported; it is not music; it is damaged; it is too large; it is a duplicate; it would make an album too large;
 * it is a video that browsers do not play; it is a video that has changed since it was imported; it contains lyrics,
 * but there is no music file with its name; it contains no usable text.
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
  /** Number of files that may be music, and number of these files that are done. */
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  videos: number
  /** Number of albums that were made equal to their files. */
  updatedAlbums: number
  /** Number of files that an earlier run has imported and that are unchanged. */
  knownFiles: number
  skipped: Skipped[]
  remarks: Remark[]
  /** The changes that a dry run would make, one line for each album. */
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
