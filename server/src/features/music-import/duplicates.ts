import { sameName } from './names.ts'
import type { PlannedTrack } from './plan-albums.ts'
import type { Skipped } from './report.ts'

/** Largest difference in seconds between two encodings of one recording. */
const SAME_LENGTH = 2

/** Durations in seconds by title. */
type Lengths = Map<string, number[]>

/**
 * Removes files that the album already has (title and duration) and duplicates in the folder (position, title
 * and duration), and lists them in `skipped`.
 */
export function withoutDuplicates(
  tracks: readonly PlannedTrack[],
  present: readonly { title: string; durationSeconds: number }[],
  skipped: Skipped[],
): PlannedTrack[] {
  const titles: Lengths = new Map()
  const places: Lengths = new Map()
  for (const { title, durationSeconds } of present) note(titles, sameName(title), durationSeconds)
  return tracks.filter(({ title, file }) => {
    const { durationSeconds, tags } = file.info
    const name = sameName(title)
    const place = `${tags.discNumber ?? file.folderDisc ?? 1} ${tags.trackNumber ?? 'unknown'} ${name}`
    const isThere = has(titles, name, durationSeconds) || has(places, place, durationSeconds)
    if (isThere) skipped.push({ path: file.path, reason: 'duplicate' })
    else note(places, place, durationSeconds)
    return !isThere
  })
}

function note(lengths: Lengths, name: string, seconds: number): void {
  lengths.set(name, [...(lengths.get(name) ?? []), seconds])
}

function has(lengths: Lengths, name: string, seconds: number): boolean {
  return lengths.get(name)?.some((other) => Math.abs(other - seconds) <= SAME_LENGTH) === true
}
