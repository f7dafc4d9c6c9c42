import { uploadBroken } from '@tonarchiv/contract/uploads'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '#features/audit-log/index.ts'
import type { Caller } from '#access/caller.ts'
import type { Form, Uploads } from '#http/uploads/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type NewAlbum, isTitleTaken } from '../edit/add-albums.ts'
import { albumDataOf, flatAlbumDataOf, newAlbumOf, newTracksOf } from './album-forms.ts'
import { albumToChange } from '../edit/change-album.ts'
import { titleOfTrack } from '../edit/change-tracks.ts'
import type { CatalogEdit } from '../edit/edit.ts'
import type { Album } from '../store/album-tracks.ts'
import { findAnyCurrentAlbum } from '../store/one-album.ts'
import { receiveFiles } from './uploaded-files.ts'

/** A call with a form, by an admin. */
interface FormCall {
  caller: Caller
  request: FastifyRequest
}

/** The calls of the catalog that upload files. */
export interface AlbumsByForm {
  /** Adds an album whose fields are in the field `albumData`. */
  add: (call: FormCall) => Promise<Album>
  /** Adds an album whose fields are form fields. */
  addFlat: (call: FormCall) => Promise<Album>
  addTracks: (call: FormCall) => Promise<Album>
  fillTrack: (call: FormCall & { params: { id: string } }) => Promise<Album>
  replaceCover: (call: FormCall & { params: { albumTitel: string } }) => Promise<Album>
}

export function albumsByForm(services: Services, edit: CatalogEdit, uploads: Uploads): AlbumsByForm {
  async function addOne({ caller, request }: FormCall, album: NewAlbum) {
    const [added] = await edit.addAlbums(actorOf(caller, request), [album])
    if (added === undefined) throw new Error('An album was added and is not there')
    return added
  }

  return {
    add: async (call) => {
      const parts = {
        cover: 'albumCover',
        track: /^track(0|[1-9]\d{0,2})$/,
        nameOfRow: (row: number, fields: Form['fields']) =>
          fields.has('albumData') ? albumDataOf(fields).tracks[row]?.title : undefined,
        checkFields: refuseTitleInUse(services, (fields) =>
          fields.has('albumData') ? albumDataOf(fields).albumTitel : undefined,
        ),
      }
      return receiveFiles(uploads, services, call.request, parts, (form) =>
        addOne(call, newAlbumOf(albumDataOf(form.fields), form)),
      )
    },

    addFlat: async (call) => {
      const parts = {
        cover: 'albumCover',
        track: /^track(0|[1-9]\d{0,2})$/,
        nameOfRow: (row: number, fields: Form['fields']) => fields.get(`title${row}`),
        checkFields: refuseTitleInUse(services, (fields) => fields.get('albumTitel')),
      }
      return receiveFiles(uploads, services, call.request, parts, (form) =>
        addOne(call, newAlbumOf(flatAlbumDataOf(form), form)),
      )
    },

    addTracks: async ({ caller, request }) => {
      const parts = {
        track: /^newTrack(0|[1-9]\d{0,2})$/,
        nameOfRow: (row: number, fields: Form['fields']) => fields.get(`newTrackTitle${row}`),
      }
      return receiveFiles(uploads, services, request, parts, (form) => {
        const { albumTitle, tracks } = newTracksOf(form)
        return edit.addTracks(actorOf(caller, request), albumTitle, tracks)
      })
    },

    fillTrack: async ({ caller, request, params: { id } }) => {
      const title = await titleOfTrack(services.db, id)
      const parts = { track: /^file()$/, nameOfRow: () => title }
      return receiveFiles(uploads, services, request, parts, ({ tracks }) => {
        const file = tracks.get(0)
        if (file === undefined) throw new Refused(uploadBroken)
        return edit.fillTrack(actorOf(caller, request), id, file)
      })
    },

    replaceCover: async ({ caller, request, params: { albumTitel } }) => {
      await albumToChange(services.db, albumTitel)
      return receiveFiles(uploads, services, request, { cover: 'albumCover' }, ({ cover }) => {
        if (cover === undefined) throw new Refused(uploadBroken)
        return edit.replaceCover(actorOf(caller, request), albumTitel, cover)
      })
    },
  }
}

/** Rejects a title that is in use before the files arrive, so that a client does not send gigabytes in vain. */
function refuseTitleInUse(
  { db }: Pick<Services, 'db'>,
  titleIn: (fields: Form['fields']) => string | undefined,
) {
  let isFree: Promise<void> | undefined
  return async (fields: Form['fields']) => {
    const title = titleIn(fields)
    if (title === undefined) return
    isFree ??= findAnyCurrentAlbum(db, title).then((album) => {
      if (album !== undefined) throw isTitleTaken()
    })
    await isFree
  }
}
