import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { previewRules } from '@tonarchiv/contract/playlist-rules'
import { seenBy } from '#access/seen-by.ts'
import type { SendTracksZip } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import { receiveUploads } from '#http/uploads/uploads.ts'
import { createResizedImages } from '#images/resized-images.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { addEntries, moveEntries, removeEntries, restoreEntries } from './change-entries.ts'
import { receiveCover, removeCover, removeReleased, sendCover } from './covers.ts'
import { downloadPlaylist } from './download-playlist.ts'
import { exportPlaylist } from './export-playlist.ts'
import type { PlaylistsServices } from './find-visible.ts'
import { importPlaylist } from './import-playlist.ts'
import { limitNewPlaylists } from './limit-new-playlists.ts'
import * as playlists from './playlists.ts'
import { previewOf } from './smart-playlists.ts'
import { findContaining } from './store/entries.ts'

/** Maximum number of images that an account uploads within an hour. */
const COVERS_PER_HOUR = 30

export function registerPlaylists(
  bind: Bind,
  services: Services,
  needs: PlaylistsServices,
  sendZip: SendTracksZip,
): void {
  const limitNew = async (by: string) => limitNewPlaylists(services, by)

  bind(contract.listPlaylists, async ({ caller }) => ({
    playlists: await playlists.listPlaylists(seenBy(needs, caller), caller),
  }))

  bind(contract.createPlaylist, async ({ caller, body: { trackIds = [], ...head } }) => {
    await limitNew(caller.id)
    return { playlist: await playlists.createPlaylist(seenBy(needs, caller), caller, { ...head, trackIds }) }
  })

  bind(previewRules, async ({ caller, body }) => previewOf(seenBy(needs, caller), caller, body.rules))

  bind(contract.findContaining, async ({ caller, body }) => {
    const found = Map.groupBy(await findContaining(needs.db, caller.id, body.trackIds), ({ id }) => id)
    return {
      playlists: [...found].map(([id, rows]) => ({ id, trackIds: rows.map(({ trackId }) => trackId) })),
    }
  })

  bind(playlistEntries.getPlaylist, async ({ caller, params }) =>
    playlists.readPlaylist(seenBy(needs, caller), caller, params.id),
  )

  bind(playlistEntries.listEntries, async ({ caller, params, query: { sortKey, entryId } }) =>
    playlists.readEntries(seenBy(needs, caller), caller, params.id, { sortKey, id: entryId }),
  )

  bind(playlistEntries.listChanges, async ({ caller, params, query }) =>
    playlists.readChanges(seenBy(needs, caller), caller, params.id, query.since),
  )

  bind(playlistSharing.listMembersHere, async ({ caller, params }) => ({
    userIds: await playlists.listMembersHere(seenBy(needs, caller), caller, params.id),
  }))

  bind(contract.updatePlaylist, async ({ caller, params, body }) => ({
    playlist: await playlists.updatePlaylist(seenBy(needs, caller), caller, params.id, body),
  }))

  bind(contract.deletePlaylist, async ({ caller, params }) => {
    await playlists.deletePlaylist(seenBy(needs, caller), caller, params.id)
    await removeReleased(services)
    return { success: true }
  })

  bind(playlistEntries.addEntries, async ({ caller, params, body }) =>
    addEntries(seenBy(needs, caller), caller, params.id, body),
  )

  bind(playlistEntries.moveEntries, async ({ caller, params, body }) =>
    moveEntries(seenBy(needs, caller), caller, params.id, body),
  )

  bind(playlistEntries.removeEntries, async ({ caller, params, body }) =>
    removeEntries(seenBy(needs, caller), caller, params.id, body.entryIds),
  )

  bind(playlistEntries.restoreEntries, async ({ caller, params, body }) =>
    restoreEntries(seenBy(needs, caller), caller, params.id, body.entryIds),
  )

  bind(playlistSharing.addCollaborator, async ({ caller, params: { id, userId } }) => ({
    playlist: await playlists.addCollaborator(seenBy(needs, caller), caller, id, userId),
  }))

  bind(playlistSharing.removeCollaborator, async ({ caller, params: { id, userId } }) => {
    await playlists.removeCollaborator(seenBy(needs, caller), caller, id, userId)
    return { success: true }
  })

  bind(playlistSharing.followPlaylist, async ({ caller, params }) => ({
    playlist: await playlists.followPlaylist(seenBy(needs, caller), caller, params.id),
  }))

  bind(playlistSharing.unfollowPlaylist, async ({ caller, params }) => {
    await playlists.unfollowPlaylist(seenBy(needs, caller), caller, params.id)
    return { success: true }
  })

  bind(playlistSharing.copyPlaylist, async ({ caller, params }) => {
    await limitNew(caller.id)
    return { playlist: await playlists.copyPlaylist(seenBy(needs, caller), caller, params.id) }
  })

  bind(playlistFiles.exportPlaylist, async ({ caller, params: { id }, query: { format }, reply }) =>
    exportPlaylist({ ...seenBy(needs, caller), publicUrl: services.config.publicUrl }, caller, {
      id,
      format,
      reply,
    }),
  )

  bind(playlistFiles.downloadPlaylist, async (call) =>
    downloadPlaylist(seenBy(needs, call.caller), sendZip, call),
  )

  const uploads = receiveUploads(services)
  const images = createResizedImages(services.storage)
  const files = { ...services, ...needs }
  bind(contract.replacePlaylistCover, async ({ caller, params: { id }, request }) => {
    await consume(services, [
      { name: 'playlist-cover', by: caller.id, maxAttempts: COVERS_PER_HOUR, windowSeconds: 3600 },
    ])
    return { playlist: await receiveCover(seenBy(files, caller), uploads, caller, { id, request }) }
  })

  bind(contract.removePlaylistCover, async ({ caller, params }) => ({
    playlist: await removeCover(seenBy(files, caller), caller, params.id),
  }))

  bind(contract.getPlaylistCover, async (call) => sendCover(needs, images, call))

  bind(playlistFiles.importPlaylist, async ({ caller, request }) => {
    await limitNew(caller.id)
    return importPlaylist(seenBy(needs, caller), uploads, caller, request)
  })
}
