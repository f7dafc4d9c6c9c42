import type { PlannedAlbum } from '../plan/planned-album.ts'
import { hasAllRecordings } from '../plan/match-tracks.ts'
import type { ReadFolder } from '../read/read-folders.ts'
import { albumsOfKey, sourcesOfAlbum, valuesOf } from '../record/store.ts'
import type { Writing } from './writing.ts'

/** The album of the archive that a planned album updates. */
export interface Target {
  albumId: string
}

/**
 * Finds the album by the records of its files, then by its key. Otherwise it finds an album with the same title, artist
 * and year that has all these recordings, so that another copy of the files adds no second album.
 */
export async function findTarget(
  { services: { db }, catalog: { edit } }: Writing,
  album: PlannedAlbum,
  { known }: ReadFolder,
  claimed: ReadonlySet<string>,
): Promise<Target | undefined> {
  const counts = new Map<string, number>()
  for (const { file, further } of album.tracks)
    for (const { recorded } of [file, ...further]) {
      const albumId = known.get(recorded)?.albumId
      if (albumId !== undefined && albumId !== null && !claimed.has(albumId))
        counts.set(albumId, (counts.get(albumId) ?? 0) + 1)
    }
  const [recorded] = [...counts].sort(([, a], [, b]) => b - a)
  if (recorded !== undefined) return { albumId: recorded[0] }
  const candidates = await albumsOfKey(db, { albumKey: album.key, nameKey: album.nameKey })
  const exact = candidates.find(({ albumKey }) => albumKey === album.key)
  if (exact !== undefined) return { albumId: exact.albumId }
  for (const { albumId } of candidates) {
    const seen = await edit.withFiles(albumId)
    const values = await valuesOf(db, albumId)
    const year = values === undefined ? seen?.album.releaseYear : values.releaseYear
    const isSameYear = year === undefined || year === null || album.year === null || year === album.year
    if (seen === undefined || !isSameYear) continue
    if (hasAllRecordings(album, seen, await sourcesOfAlbum(db, albumId))) return { albumId }
  }
  return undefined
}
