import * as contract from '@tonarchiv/contract/playlists'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import * as store from './store/playlists.ts'
import type { Viewer } from './store/rights.ts'
import type { Viewers } from './viewers.ts'

/** The services that the rules of playlists use. */
export interface PlaylistsServices extends Pick<Services, 'db' | 'now' | 'events'> {
  presence: Presence
  sockets: Sockets
  viewers: Viewers
}

export function viewerOf(caller: Caller): Viewer {
  return { id: caller.id, hasAccess: hasKey(caller) }
}

/**
 * Finds a playlist that the caller may see.
 * @throws Refused `playlistNotFound`, also for a playlist that the caller may not see
 */
export async function findVisible(db: Executor, caller: Caller, id: string): Promise<store.PlaylistRow> {
  const row = await store.findPlaylist(db, viewerOf(caller), id)
  if (row === undefined) throw new Refused(contract.playlistNotFound)
  return row
}

/**
 * Rejects changes of the entries of a smart playlist.
 * @throws Refused `playlistIsSmart` when the playlist has rules instead of chosen entries
 */
export function refuseSmart({ rules }: Pick<store.PlaylistRow, 'rules'>): void {
  if (rules !== null) throw new Refused(contract.playlistIsSmart)
}
