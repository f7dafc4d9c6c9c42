/**
 * Playlists: lists of tracks that one member owns. Friends may change them as collaborators, and others may follow
 * them. Operations refer to entries by id, so that changes at the same time do not conflict. Smart playlists have rules
 * instead of entries; the rules are evaluated for each reader when the playlist is opened.
 */
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { defineFeature } from '#feature.ts'
import { blocks } from '#features/blocks/index.ts'
import { tracksZipSender } from '#features/catalog/index.ts'
import { presence } from '#features/presence/index.ts'
import { cleanUpCovers, removeReleased } from './covers.ts'
import { playlistsExport } from './export.ts'
import { pictureOf } from './picture.ts'
import { registerPlaylists } from './routes.ts'
import { openSongLists } from './song-lists.ts'
import { prune } from './store/entries.ts'
import './tables.ts'
import { openViewers } from './viewers.ts'

export type { PlaylistPicture } from './picture.ts'
export type { SongLists } from './song-lists.ts'
export { foundPlaylists, textsOfPlaylists, visiblePlaylistIdsOf, visiblePlaylistsOf } from './searchable.ts'

/** How long removed entries can be restored. Clients that were offline for longer read the whole playlist again. */
const REMOVED_TTL_MS = 60 * 60 * 1000

export const playlists = defineFeature({
  name: 'playlists',
  tables: {
    playlists: { accountColumns: ['ownerId'] },
    playlistEntries: { accountColumns: ['addedBy', 'removedBy'] },
    playlistCollaborators: { accountColumns: ['ownerId', 'userId'] },
    playlistFollowers: { accountColumns: ['userId'] },
    smartPlaylistTotals: { accountColumns: ['userId'] },
    playlistCovers: 'shared',
  },
  open: (context) => {
    const { services, sockets, use } = context
    const viewers = openViewers(context)
    use(blocks).onChange((userIds) => viewers.hiddenChanged(userIds))
    const needs = { ...services, presence: use(presence), sockets, viewers }
    return {
      needs,
      viewers,
      songLists: openSongLists(needs),
      pictureOf: async (caller: Caller, id: string) => pictureOf(seenBy(needs, caller), caller, id),
    }
  },
  close: ({ viewers }) => viewers.close(),
  register: (bind, { services, streams }, { needs }) =>
    registerPlaylists(bind, services, needs, tracksZipSender(services, streams)),
  exportSections: [playlistsExport],
  events: {
    accountDeleted: { inEmitter: async (_event, { services }) => removeReleased(services) },
    accessChanged: ({ userId }, _context, { viewers }) => viewers.usersChanged([userId]),
    friendshipEnded: ({ userIds }, _context, { viewers }) => viewers.usersChanged(userIds),
  },
  cleanup: [
    { name: 'pictures of playlists', schedule: 'files', run: cleanUpCovers },
    {
      name: 'removed entries',
      schedule: 'rows',
      run: async ({ db, now }) => {
        const before = new Date(now().getTime() - REMOVED_TTL_MS).toISOString()
        return db.transaction().execute((trx) => prune(trx, before))
      },
    },
  ],
})
