import type { Database } from '#database/open.ts'
import { playableTracks } from '../store/archive-state.ts'
import { findSongs, type SongRow, type Track, trackOf } from '../store/find-tracks.ts'
import type { ArchiveCache } from './archive-cache.ts'
import type { PageOffsets } from './page-offsets.ts'

/** All playable tracks, in archive order. */
export async function songPage(
  db: Database,
  cache: ArchiveCache,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ tracks: Track[]; total: number }> {
  const total = await playableTracks(db)
  const snapshot = await cache.fresh()
  const { key, skip } = snapshot.songs.before(offset) ?? { key: 0, skip: offset }
  const rows = await findSongs(db, { from: key, skip, limit })
  if (rows[0]?.version === snapshot.version) markAlbums(snapshot.songs, offset, rows)
  return { tracks: rows.map(trackOf), total }
}

/** Caches the number of songs before each album, from which a later page is counted. */
function markAlbums(marks: PageOffsets<number>, offset: number, rows: readonly SongRow[]): void {
  for (const [index, { place }] of rows.entries()) {
    const before = rows[index - 1]
    if (before !== undefined && before.place !== place) marks.put(offset + index, place)
  }
}
