import { MISSING_MARK } from '@tonarchiv/contract/catalog'
import type { Database } from '#database/open.ts'
import { prepared } from '#database/prepared.ts'
import { versionOfArchive } from '../store/find-albums.ts'
import { type Track, type TrackRow, trackColumns, trackOf } from '../store/find-tracks.ts'
import type { ArchiveCache } from './archive-cache.ts'
import type { PageOffsets } from './page-offsets.ts'

interface SongRow extends TrackRow {
  place: number
  version: number
}

const selectSongs = prepared<{ from: number; skip: number; limit: number; missing: string }, SongRow>(
  (db, slot) =>
    db
      .selectFrom('albums')
      .innerJoin('tracks', 'tracks.albumId', 'albums.id')
      .select([...trackColumns, 'albums.place', versionOfArchive])
      .where('albums.place', '>=', slot('from'))
      .where('tracks.fileName', 'is not', null)
      .where('tracks.title', 'not like', slot('missing'))
      .orderBy('albums.place')
      .orderBy('tracks.position')
      .limit(slot('limit'))
      .offset(slot('skip')),
)

const selectTotal = prepared<Record<string, never>, { total: number }>((db) =>
  db.selectFrom('archiveState').select('playableTracks as total'),
)

/** All tracks that can be heard, in archive order. */
export async function songPage(
  db: Database,
  cache: ArchiveCache,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ tracks: Track[]; total: number }> {
  const [state] = await selectTotal(db, {})
  const snapshot = await cache.fresh()
  const { key, skip } = snapshot.songs.before(offset) ?? { key: 0, skip: offset }
  const rows = await selectSongs(db, { from: key, skip, limit, missing: `%${MISSING_MARK}%` })
  if (rows[0]?.version === snapshot.version) markAlbums(snapshot.songs, offset, rows)
  return { tracks: rows.map(trackOf), total: state?.total ?? 0 }
}

/** Notes at which song an album begins: from there a later page counts. */
function markAlbums(marks: PageOffsets<number>, offset: number, rows: readonly SongRow[]): void {
  for (const [index, { place }] of rows.entries()) {
    const before = rows[index - 1]
    if (before !== undefined && before.place !== place) marks.put(offset + index, place)
  }
}
