import { listAlbumLines } from '@tonarchiv/contract/admin'
import * as contract from '@tonarchiv/contract/catalog'
import * as editing from '@tonarchiv/contract/archive-editing'
import { actorOf } from '#features/audit-log/index.ts'
import { ReadyJson } from '#http/answer.ts'
import type { Bind } from '#http/bind.ts'
import { hasKey } from '#access/caller.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import type { Services } from '#services.ts'
import { albumLines } from './edit/album-lines.ts'
import { albumsByForm } from './edit/albums-by-form.ts'
import { archiveMemory } from './browse/archive-memory.ts'
import { changeAlbum, deleteAlbum } from './edit/change-album.ts'
import { deleteTrack } from './edit/change-tracks.ts'
import { openCovers } from './covers/covers.ts'
import { listMarks, offsetOf } from './browse/find-places.ts'
import { albumAnswer, albumPageJson, previewByTitle, previewPage } from './browse/list-albums.ts'
import { orderAlbums } from './edit/order-albums.ts'
import { sendCover } from './covers/send-cover.ts'
import { trackSender } from './stream/send-track.ts'
import { songPage } from './browse/songs.ts'
import { trackMetadata } from './browse/track-metadata.ts'

export function registerArchive(
  bind: Bind,
  services: Services,
  { streams, uploads }: { streams: RunningStreams; uploads: Uploads },
): void {
  const { db } = services
  const memory = archiveMemory(db)
  const covers = openCovers(services, memory)
  const sendTrack = trackSender(services, streams)
  const forms = albumsByForm(services, uploads)

  bind(contract.listAlbums, async ({ caller, query }) =>
    hasKey(caller) ? new ReadyJson(await albumPageJson(db, memory, query)) : previewPage(db, memory, query),
  )
  bind(contract.getAlbum, async ({ caller, params: { albumTitel } }) =>
    hasKey(caller)
      ? new ReadyJson(await albumAnswer(db, albumTitel))
      : { album: await previewByTitle(memory, albumTitel) },
  )
  bind(contract.listAlbumMarks, async ({ query }) => ({ marks: await listMarks(db, memory, query) }))
  bind(contract.findAlbumOffset, async ({ query }) => ({ offset: await offsetOf(db, query) }))
  bind(contract.listSongs, async ({ query }) => songPage(db, memory, query))
  bind(contract.getTrackMetadata, async ({ params }) => ({ metadata: await trackMetadata(db, params.id) }))
  bind(contract.streamTrack, sendTrack)
  bind(contract.getCover, async (call) => sendCover(covers, call))

  bind(editing.addAlbum, forms.add)
  bind(editing.addAlbumFlat, forms.addFlat)
  bind(editing.addTracks, forms.addTracks)
  bind(editing.fillTrack, forms.fillTrack)
  bind(editing.replaceCover, forms.replaceCover)
  bind(listAlbumLines, async () => albumLines(db))
  bind(editing.orderAlbums, async ({ caller, request, body: { albums, seen } }) => {
    const titles = albums.map((album) => {
      if (typeof album === 'string') return album
      return 'albumTitel' in album ? album.albumTitel : album.albumId
    })
    const order = await orderAlbums(services, actorOf(caller, request), titles, seen)
    return { success: true as const, order }
  })
  bind(editing.updateAlbum, async ({ caller, request, params, body }) => ({
    success: true as const,
    album: await changeAlbum(services, actorOf(caller, request), params.albumTitel, body),
  }))
  bind(editing.deleteAlbum, async ({ caller, request, params }) => {
    await deleteAlbum(services, actorOf(caller, request), params.albumTitel)
    return { success: true as const }
  })
  bind(editing.deleteTrack, async ({ caller, request, params }) => {
    await deleteTrack(services, actorOf(caller, request), params.id)
    return { success: true as const }
  })
}
