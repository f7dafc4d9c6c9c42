import type { BackupDestination } from './destination/backup-destination.ts'
import {
  countManifests,
  type Generation,
  generationFolders,
  generationsOf,
  isComplete,
  mediaListOf,
} from './manifest.ts'
import { contentPath, namedPath, sizesIn } from './media-contents.ts'

const WEEKS_MAX = 4
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes backups that are not to be kept, and media to which no remaining backup refers.
 * @returns the number of removed backups
 */
export async function pruneBackups(destination: BackupDestination, keptDays: number): Promise<number> {
  const folders = await generationFolders(destination)
  const all = await generationsOf(destination, folders)
  const kept = new Set(generationsToKeep(all, keptDays))
  const old = all.filter((generation) => !kept.has(generation)).map(({ id }) => id)
  const interrupted = interruptedBefore(all[0], folders)
  for (const id of [...old, ...interrupted]) await removeFolder(destination, id, folders.get(id) ?? [])
  if (old.length > 0 && countManifests(folders) === all.length)
    await removeUnnamedMedia(destination, [...kept])
  return old.length
}

/** Folders of backups that were interrupted more than a day before the newest one. */
function interruptedBefore(
  newest: Generation | undefined,
  folders: ReadonlyMap<string, readonly string[]>,
): string[] {
  if (newest === undefined) return []
  const before = new Date(Date.parse(newest.manifest.madeAt) - DAY_MS).toISOString().replaceAll(':', '-')
  return [...folders]
    .filter(([id, files]) => !files.includes('manifest.json') && id < before)
    .map(([id]) => id)
}

/**
 * Removes the folder of a backup. The manifest is removed first, so that a partly removed backup does not count as a
 * backup.
 */
async function removeFolder(
  destination: BackupDestination,
  id: string,
  files: readonly string[],
): Promise<void> {
  const manifestFirst = files.toSorted(
    (a, b) => Number(b === 'manifest.json') - Number(a === 'manifest.json'),
  )
  for (const file of manifestFirst) await destination.remove(`generations/${id}/${file}`)
}

/**
 * The backups to keep, newest first:
 * - the newest complete backup of each of the last `keptDays` days that have one, and of each of the last `WEEKS_MAX`
 *   weeks
 * - the same of the incomplete backups that are newer than the newest complete backup
 * - all backups of the last 24 hours, because the operator may have started them
 */
export function generationsToKeep(newestFirst: readonly Generation[], keptDays: number): Generation[] {
  const complete = newestFirst.filter(isComplete)
  const newestComplete = newestFirst.findIndex(isComplete)
  const sinceThen = newestComplete === -1 ? newestFirst : newestFirst.slice(0, newestComplete)
  const fresh = Date.parse(newestFirst[0]?.manifest.madeAt ?? '') - DAY_MS
  const young = newestFirst.filter(({ manifest }) => Date.parse(manifest.madeAt) > fresh)
  const kept = new Set([...young, ...newestOfDays(complete, keptDays), ...newestOfDays(sinceThen, keptDays)])
  return newestFirst.filter((generation) => kept.has(generation))
}

function newestOfDays(newestFirst: readonly Generation[], keptDays: number): Iterable<Generation> {
  const days = new Map<number, Generation>()
  const weeks = new Map<number, Generation>()
  for (const generation of newestFirst) {
    const day = Math.floor(Date.parse(generation.manifest.madeAt) / DAY_MS)
    // 1970 began on a Thursday; weeks begin on Mondays.
    const week = Math.floor((day + 3) / 7)
    if (!days.has(day) && days.size < keptDays) days.set(day, generation)
    if (!weeks.has(week) && weeks.size < WEEKS_MAX) weeks.set(week, generation)
  }
  return [...days.values(), ...weeks.values()]
}

async function removeUnnamedMedia(
  destination: BackupDestination,
  kept: readonly Generation[],
): Promise<void> {
  const sizes = await sizesIn(destination)
  const named = new Set<string>()
  for (const generation of kept) {
    const list = await mediaListOf(destination, generation)
    // No media are removed when the list of a remaining backup cannot be read.
    if (list === undefined) return
    for (const [name, { sha256 }] of list) {
      named.add(contentPath(sha256))
      // Format 1 has stored this content under its name. That file is needed until the content is stored by its hash,
      // too.
      if (!sizes.has(contentPath(sha256))) named.add(namedPath(name))
    }
  }
  for (const path of sizes.keys()) if (!named.has(path)) await destination.remove(path)
}
