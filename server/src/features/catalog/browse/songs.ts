import { type listSongs, MISSING_MARK, type Song, streamTrack } from '@tonarchiv/contract/catalog'
import { addressOf, type AnswerOf, type QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { prepared } from '#database/prepared.ts'
import type { ArchiveMemory } from './archive-memory.ts'
import type { Bookmarks } from './bookmarks.ts'
import { versionOfArchive } from '../store/find-albums.ts'
import { coverAddressOf } from './to-wire.ts'

interface SongRow {
  id: string
  title: string
  albumTitle: string
  place: number
  fileName: string | null
  coverName: string | null
  durationSeconds: number
  isExclusive: number
  count: number | null
  lastPlayedAt: string | null
  version: number
}

const selectSongs = prepared<{ from: number; skip: number; limit: number; missing: string }, SongRow>(
  (db, slot) =>
    db
      .selectFrom('albums')
      .innerJoin('tracks', 'tracks.albumId', 'albums.id')
      .leftJoin('trackPlays', 'trackPlays.trackId', 'tracks.id')
      .select([
        'tracks.id',
        'tracks.title',
        'albums.title as albumTitle',
        'albums.place',
        'tracks.fileName',
        'albums.coverName',
        'tracks.durationSeconds',
        'albums.isExclusive',
        'trackPlays.count',
        'trackPlays.lastPlayedAt',
        versionOfArchive,
      ])
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
  memory: ArchiveMemory,
  { limit, offset }: QueryOf<typeof listSongs>,
): Promise<AnswerOf<typeof listSongs>> {
  const [state] = await selectTotal(db, {})
  const knowledge = await memory.fresh()
  const { key, skip } = knowledge.songs.before(offset) ?? { key: 0, skip: offset }
  const rows = await selectSongs(db, { from: key, skip, limit, missing: `%${MISSING_MARK}%` })
  if (rows[0]?.version === knowledge.version) markAlbums(knowledge.songs, offset, rows)
  return { songs: rows.map(songToWire), total: state?.total ?? 0 }
}

/** Notes at which song an album begins: from there a later page counts. */
function markAlbums(marks: Bookmarks<number>, offset: number, rows: readonly SongRow[]): void {
  for (const [index, { place }] of rows.entries()) {
    const before = rows[index - 1]
    if (before !== undefined && before.place !== place) marks.put(offset + index, place)
  }
}

function songToWire(row: SongRow): Song {
  const file = row.fileName ?? undefined
  return {
    id: row.id,
    title: row.title,
    artist: row.albumTitle,
    album: row.albumTitle,
    albumTitle: row.albumTitle,
    ...(file !== undefined && { file, url: addressOf(streamTrack, { params: { file } }) }),
    coverUrl: coverAddressOf(row.coverName),
    duration: row.durationSeconds,
    exclusive: row.isExclusive === 1,
    count: row.count ?? 0,
    lastPlayed: row.lastPlayedAt,
  }
}
