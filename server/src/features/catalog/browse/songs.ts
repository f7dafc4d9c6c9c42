import type { Database } from '#database/open.ts'
import { findSongs, type SongRow, type Track, trackOf } from '../store/find-tracks.ts'
import type { ArchiveCache, ArchiveSnapshot } from './archive-cache.ts'
import { albumOfSong } from './directory.ts'
import type { PageOffsets } from './page-offsets.ts'

/** All playable tracks, in archive order. */
export async function songPage(
  db: Database,
  cache: ArchiveCache,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ tracks: Track[]; total: number }> {
  const snapshot = await cache.fresh()
  const total = snapshot.playableTracks
  if (offset >= total) return { tracks: [], total }
  const { key, skip } = await startOf(snapshot, offset)
  const rows = await findSongs(db, { from: key, skip, limit })
  if (rows[0]?.version === snapshot.version) markAlbums(snapshot.songs, offset, rows)
  return { tracks: rows.map(trackOf), total }
}

/**
 * Maximum number of songs that the query skips. If it would have to skip more, the query starts at the album that
 * contains the first song of the page.
 */
const SKIPPED_MAX = 500

/** The sort key of the album at which the query starts, and the number of songs to skip from there. */
async function startOf(
  { songs, directory }: ArchiveSnapshot,
  offset: number,
): Promise<{ key: number; skip: number }> {
  const start = songs.before(offset) ?? { key: 0, skip: offset }
  if (start.skip <= SKIPPED_MAX) return start
  const { albums, before } = await directory.songPlaces()
  const index = albumOfSong(before, offset)
  const album = albums[index]
  return album === undefined ? start : { key: album.place, skip: offset - (before[index] ?? 0) }
}

/** Caches the offset of the first song of each album, so that queries for later pages can start at that album. */
function markAlbums(marks: PageOffsets<number>, offset: number, rows: readonly SongRow[]): void {
  for (const [index, { place }] of rows.entries()) {
    const before = rows[index - 1]
    if (before !== undefined && before.place !== place) marks.put(offset + index, place)
  }
}
