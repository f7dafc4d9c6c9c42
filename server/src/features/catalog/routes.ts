import { listManagedAlbums } from '@tonarchiv/contract/admin'
import { getArtist } from '@tonarchiv/contract/artists'
import type { Album } from '@tonarchiv/contract/catalog'
import * as contract from '@tonarchiv/contract/catalog'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import * as editing from '@tonarchiv/contract/archive-editing'
import { actorOf } from '#features/audit-log/index.ts'
import { ReadyJson } from '#http/answer.ts'
import type { Bind } from '#http/bind.ts'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import type { Services } from '#services.ts'
import { sendCover } from './covers/send-cover.ts'
import { albumsByForm } from './forms/albums-by-form.ts'
import type { Catalog } from './open-catalog.ts'
import type { AlbumRow } from './store/album-rows.ts'
import type { AlbumWithArtists } from './store/album-tracks.ts'
import { sendAlbum } from './stream/send-album.ts'
import { tracksZipSender } from './stream/send-tracks-zip.ts'
import { trackSender } from './stream/send-track.ts'
import { albumAnswers } from './wire/album-answers.ts'
import {
  artistToWire,
  detailsToWire,
  editableToWire,
  notesToWire,
  previewToWire,
  summaryToWire,
  toWire,
} from './wire/to-wire.ts'

interface Needs {
  catalog: Catalog
  streams: RunningStreams
  uploads: Uploads
}

export function registerCatalog(bind: Bind, services: Services, { catalog, streams, uploads }: Needs): void {
  bindReading(bind, catalog)
  const sendTrack = trackSender(services, catalog, streams)
  bind(contract.streamTrack, sendTrack)
  const sendZip = tracksZipSender(services, streams)
  bind(contract.downloadAlbum, async (call) => sendAlbum(seenBy(services, call.caller), sendZip, call))
  bind(contract.getCover, async (call) => sendCover(catalog.seenBy(call.caller).covers, call))
  const changed = async (changing: Promise<AlbumRow>) => {
    const { albums } = await catalog.list.withArtists([await changing])
    return { success: true as const, album: wireOfOnly(albums) }
  }
  bindForms(bind, albumsByForm(services, catalog.edit, uploads), changed)
  bindEditing(bind, catalog, changed)
}

function bindReading(bind: Bind, catalog: Catalog): void {
  const { list } = catalog
  const answers = albumAnswers(list)
  const listFor = (caller: Caller) => catalog.seenBy(caller).list
  const limitedList = (caller: Caller) => (caller.scope === undefined ? undefined : listFor(caller))
  bind(contract.listAlbums, async ({ caller, query }) => {
    if (hasKey(caller)) return new ReadyJson(await answers.page(query, limitedList(caller)))
    const { albums, total, overview } = await list.preview.page(query)
    return { albums: albums.map(previewToWire), total, ...overview }
  })
  bind(contract.getAlbum, async ({ caller, params: { albumTitel } }) => {
    if (!hasKey(caller)) return { album: previewToWire(await list.preview.album(albumTitel)) }
    if (!caller.isAdmin) return new ReadyJson(await answers.album(albumTitel, limitedList(caller)))
    const { albums } = await list.withArtists([await list.anyAlbum(albumTitel)])
    return { album: wireOfOnly(albums) }
  })
  bind(getLinerNotes, async ({ caller, params }) => {
    const { notes, artists } = await listFor(caller).notes(params.id)
    return { notes: notesToWire(notes, artists) }
  })
  bind(editing.getEditableAlbum, async ({ params }) => editableToWire(await list.editable(params.albumTitel)))
  bind(editing.suggestArtists, async ({ query }) => ({
    artists: await list.suggestArtists(query.search, editing.SUGGESTIONS),
  }))
  bind(getArtist, async ({ caller, params, query: { offset = 0 } }) => ({
    artist: artistToWire(await listFor(caller).artist(params.id, offset)),
  }))
  bind(contract.listAlbumMarks, async ({ caller, query }) => ({
    marks: await listFor(caller).marks(query),
  }))
  bind(contract.findAlbumOffset, async ({ caller, query }) => ({
    offset: await listFor(caller).offset(query),
  }))
  bind(contract.getTrackMetadata, async ({ caller, params }) => ({
    metadata: detailsToWire(await listFor(caller).trackDetails(params.id)),
  }))
  bind(listManagedAlbums, async () => {
    const { albums, order } = await list.summaries()
    return { albums: albums.map(summaryToWire), order }
  })
}

/** Builds the response of a call that changes an album. */
type Changed = (changing: Promise<AlbumRow>) => Promise<{ success: true; album: Album }>

function wireOfOnly([album]: readonly AlbumWithArtists[]): Album {
  if (album === undefined) throw new Error('An album was changed and is not there')
  return toWire(album)
}

function bindForms(bind: Bind, forms: ReturnType<typeof albumsByForm>, changed: Changed): void {
  bind(editing.addAlbum, async (call) => changed(forms.add(call)))
  bind(editing.addAlbumFlat, async (call) => changed(forms.addFlat(call)))
  bind(editing.addTracks, async (call) => changed(forms.addTracks(call)))
  bind(editing.fillTrack, async (call) => changed(forms.fillTrack(call)))
  bind(editing.replaceCover, async (call) => changed(forms.replaceCover(call)))
}

function bindEditing(bind: Bind, { edit }: Catalog, changed: Changed): void {
  bind(editing.orderAlbums, async ({ caller, request, body: { albums, seen } }) => {
    const titles = albums.map((album) => {
      if (typeof album === 'string') return album
      return 'albumTitel' in album ? album.albumTitel : album.albumId
    })
    const order = await edit.orderAlbums(actorOf(caller, request), titles, seen)
    return { success: true as const, order }
  })
  bind(editing.updateAlbum, async ({ caller, request, params, body }) =>
    changed(edit.changeAlbum(actorOf(caller, request), params.albumTitel, body)),
  )
  bind(editing.updateArtist, async ({ caller, request, params, body }) => ({
    success: true as const,
    sortName: await edit.changeSortName(actorOf(caller, request), params.id, body.sortName),
  }))
  bind(editing.deleteAlbum, async ({ caller, request, params }) => {
    await edit.deleteAlbum(actorOf(caller, request), params.albumTitel)
    return { success: true as const }
  })
  bind(editing.deleteTrack, async ({ caller, request, params }) => {
    await edit.deleteTrack(actorOf(caller, request), params.id)
    return { success: true as const }
  })
}
