import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Position } from './entries.ts'

const BEFORE_FIRST: Position = { sortKey: -1, id: '' }

/**
 * The first different covers of a playlist, in the order of its entries, at most `count`. Each statement reads the
 * index from the previous cover on until it finds a different one.
 */
export async function firstCoversOf(db: Executor, playlistId: string, count: number): Promise<string[]> {
  const covers: string[] = []
  let behind = BEFORE_FIRST
  while (covers.length < count) {
    const next = await nextCover(db, playlistId, behind, covers)
    if (next === undefined) break
    covers.push(next.coverName)
    behind = next
  }
  return covers
}

async function nextCover(
  db: Executor,
  playlistId: string,
  behind: Position,
  known: readonly string[],
): Promise<(Position & { coverName: string }) | undefined> {
  return db
    .selectFrom('playlistEntries')
    .innerJoin('openTracks as tracks', 'tracks.id', 'playlistEntries.trackId')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select(['playlistEntries.sortKey', 'playlistEntries.id', 'albums.coverName'])
    .where('playlistEntries.playlistId', '=', playlistId)
    .where('playlistEntries.removedAt', 'is', null)
    .where(sql<boolean>`(playlist_entries.sort_key, playlist_entries.id) > (${behind.sortKey}, ${behind.id})`)
    .where('albums.coverName', 'is not', null)
    .$if(known.length > 0, (query) => query.where('albums.coverName', 'not in', known))
    .orderBy('playlistEntries.sortKey')
    .orderBy('playlistEntries.id')
    .limit(1)
    .$narrowType<{ coverName: string }>()
    .executeTakeFirst()
}
