import type { Playlist } from '@tonarchiv/contract/playlists'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import type { Presence } from '#features/presence/index.ts'
import { viewerOf } from './find-visible.ts'
import { findPlaylists, type PlaylistRow, titlesOf, visibleIdsOf } from './store/playlists.ts'
import { playlistsToWire } from './to-wire.ts'

/**
 * The searchable texts of playlists. The search checks afterwards whether the caller may see the playlists that it has
 * found.
 */
export async function textsOfPlaylists(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { title: string }>> {
  return new Map((await titlesOf(db, ids)).map(({ id, title }) => [id, { title }]))
}

/** Those of the given ids whose playlists the caller may see. */
export async function visiblePlaylistIdsOf(
  db: Executor,
  caller: Caller,
  ids: readonly string[],
): Promise<Set<string>> {
  return visibleIdsOf(db, viewerOf(caller), ids)
}

/** Those of the given playlists that the caller may see. */
export async function visiblePlaylistsOf(
  db: Executor,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, PlaylistRow>> {
  return findPlaylists(db, viewerOf(caller), ids)
}

export async function foundPlaylists(
  needs: { db: Executor; presence: Pick<Presence, 'members'> },
  caller: Caller,
  rows: readonly PlaylistRow[],
): Promise<Playlist[]> {
  return playlistsToWire(needs, rows, viewerOf(caller))
}
