import { sameName } from '@tonarchiv/contract/album-tags'
import type { PlannedTrack } from './planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import { encodingOf, isBetter } from './quality.ts'
import type { Skipped } from '../record/report.ts'
import { isNumbered, placeIn } from './sort-key.ts'

/** Maximum difference in seconds between the durations of two encodings of one recording. */
const SAME_LENGTH = 2

/** The values by which a recording is recognised. */
export interface Recording {
  title: string
  durationSeconds: number
  sortKey: string | null
}

/**
 * Whether two recordings are the same: title and duration are equal, and so are disc and track number, unless one of
 * them has no number.
 */
export function isSameRecording(a: Recording, b: Recording): boolean {
  return (
    sameName(a.title) === sameName(b.title) &&
    Math.abs(a.durationSeconds - b.durationSeconds) <= SAME_LENGTH &&
    mayBeSamePlace(a.sortKey, b.sortKey)
  )
}

function mayBeSamePlace(a: string | null, b: string | null): boolean {
  if (a === null || b === null || !isNumbered(a) || !isNumbered(b)) return true
  return placeIn(a) === placeIn(b)
}

/** A file with the title and the sort key that it would have as a track. */
export interface FileInOrder {
  title: string
  sortKey: string
  file: ReadFile
}

/**
 * Makes tracks from files in album order. Files with the same recording become one track. The best file is the track's
 * own file. The best file of each other format is a further file, and the remaining files are duplicates.
 */
export function tracksOfFiles(files: readonly FileInOrder[], skipped: Skipped[]): PlannedTrack[] {
  const groups: FileInOrder[][] = []
  const byTitle = new Map<string, FileInOrder[][]>()
  for (const one of files) {
    const name = sameName(one.title)
    const same = byTitle
      .get(name)
      ?.find(([first]) => first !== undefined && isSameRecording(recordingOf(first), recordingOf(one)))
    if (same !== undefined) {
      same.push(one)
      continue
    }
    const group = [one]
    groups.push(group)
    byTitle.set(name, [...(byTitle.get(name) ?? []), group])
  }
  return groups.flatMap((group) => {
    const [best, ...others] = group.toSorted((a, b) => {
      if (isBetter(encodingOf(a.file), encodingOf(b.file))) return -1
      return isBetter(encodingOf(b.file), encodingOf(a.file)) ? 1 : 0
    })
    if (best === undefined) return []
    const formats = new Set([formatOf(best.file)])
    const further: ReadFile[] = []
    for (const { file } of others) {
      if (formats.has(formatOf(file))) skipped.push({ path: file.recorded, reason: 'duplicate' })
      else further.push(file)
      formats.add(formatOf(file))
    }
    return [{ title: best.title, sortKey: best.sortKey, file: best.file, further }]
  })
}

/**
 * The format and codec of a file. If several files of a recording have the same format and codec, only the best one is
 * imported.
 */
export function formatOf({ info }: ReadFile): string {
  return `${info.format} ${info.codec}`
}

function recordingOf({ title, sortKey, file }: FileInOrder): Recording {
  return { title, sortKey, durationSeconds: file.info.durationSeconds }
}
