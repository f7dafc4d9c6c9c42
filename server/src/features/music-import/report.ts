import type { BrokenReason } from '#audio-probe/sound.ts'

/**
 * Why a file did not become a track: it is a symbolic link, a format the archive does not take, no music at all,
 * broken in some way, larger than a track may be, the same as another one, or known but changed since it was imported.
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

/** What an import has done so far. */
export interface ImportReport {
  /** Files that may be music, and how many of them are done with. */
  filesInAll: number
  filesDone: number
  albums: number
  tracks: number
  /** Files that became tracks in an earlier run. */
  knownFiles: number
  skipped: Skipped[]
  /** It was stopped before the end; run again, it goes on from here. */
  isInterrupted: boolean
}
