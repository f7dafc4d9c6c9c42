import { type BackupDestination, readText } from './backup-destination.ts'
import { type Generation, generationsOf, mediaPath, pathsOf, readMediaList } from './manifest.ts'

const WEEKS_MAX = 4
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes backups that are not to be kept, and media that no remaining backup refers to.
 * @returns how many backups were removed
 */
export async function pruneBackups(destination: BackupDestination, keptDays: number): Promise<number> {
  const all = await generationsOf(destination)
  const kept = new Set(generationsToKeep(all, keptDays))
  const old = all.filter((generation) => !kept.has(generation))
  // The manifest is removed first, so that a partly removed backup does not count as one.
  for (const { id } of old) {
    const paths = pathsOf(id)
    for (const path of [paths.manifest, paths.media, paths.secret, paths.database])
      await destination.remove(path)
  }
  if (old.length > 0) await removeUnnamedMedia(destination, [...kept])
  return old.length
}

/**
 * The newest backup of each of the last `keptDays` days with a backup, and of each week; and all of the last
 * 24 hours, for those made by hand. Newest first.
 */
export function generationsToKeep(newestFirst: readonly Generation[], keptDays: number): Generation[] {
  const days = new Map<number, Generation>()
  const weeks = new Map<number, Generation>()
  for (const generation of newestFirst) {
    const day = Math.floor(Date.parse(generation.manifest.madeAt) / DAY_MS)
    // 1970 began on a Thursday; weeks begin on Mondays.
    const week = Math.floor((day + 3) / 7)
    if (!days.has(day) && days.size < keptDays) days.set(day, generation)
    if (!weeks.has(week) && weeks.size < WEEKS_MAX) weeks.set(week, generation)
  }
  const fresh = Date.parse(newestFirst[0]?.manifest.madeAt ?? '') - DAY_MS
  const young = newestFirst.filter(({ manifest }) => Date.parse(manifest.madeAt) > fresh)
  const kept = new Set([...young, ...days.values(), ...weeks.values()])
  return newestFirst.filter((generation) => kept.has(generation))
}

async function removeUnnamedMedia(
  destination: BackupDestination,
  kept: readonly Generation[],
): Promise<void> {
  const named = new Set<string>()
  for (const { id } of kept) {
    const list = await readText(destination, pathsOf(id).media)
    // Media are not removed when the list of a remaining backup cannot be read.
    if (list === undefined) return
    for (const name of readMediaList(list).keys()) named.add(mediaPath(name))
  }
  for await (const { path } of destination.list('media')) if (!named.has(path)) await destination.remove(path)
}
