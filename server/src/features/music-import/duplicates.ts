import { sameName } from './names.ts'
import type { PlannedTrack } from './plan-albums.ts'
import type { Skipped } from './report.ts'

/** Seconds by which two codings of one recording may differ. */
const SAME_LENGTH = 2

/** Lengths in seconds by a name. */
type Lengths = Map<string, number[]>

/**
 * Leaves out what the album has already (title and length), and what lies in the folder twice (place, title and length),
 * and says so in `skipped`.
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
