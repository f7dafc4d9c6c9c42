import type { updateAlbum } from '@tonarchiv/contract/archive-editing'
import type { BodyOf } from '@tonarchiv/contract/route'
import type { Executor } from '#database/prepared.ts'
import type { Actor } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import type { Album } from '../store/album-tracks.ts'
import { addAlbums, type NewAlbum, type NewTrack, type TrackFile } from './add-albums.ts'
import { changeAlbum, deleteAlbum } from './change-album.ts'
import { addTracks, deleteTrack, fillTrack } from './change-tracks.ts'
import { orderAlbums } from './order-albums.ts'
import { replaceCover } from './replace-cover.ts'

/**
 * Changes of the catalog. Each is one transaction, is recorded in the audit log and emits an event after its
 * commit.
 */
export interface CatalogEdit {
  /**
   * Adds albums completely or not at all; the last one of the list becomes the newest. `alongside` writes in
   * the same transaction.
   * @throws Refused `titleInUse`, `tooManyTracks`
   */
  addAlbums(
    actor: Actor,
    albums: readonly NewAlbum[],
    alongside?: (trx: Executor, added: readonly Album[]) => Promise<void>,
  ): Promise<Album[]>
  /**
   * Appends tracks, all or none.
   * @throws Refused `notFound`, `tooManyTracks`
   */
  addTracks(
    actor: Actor,
    titleOrId: string,
    tracks: readonly NewTrack[],
    alongside?: (trx: Executor, album: Album) => Promise<void>,
  ): Promise<Album>
  /**
   * Gives a placeholder its file, or a track another file.
   * @throws Refused `notFound`
   */
  fillTrack(actor: Actor, id: string, file: TrackFile): Promise<Album>
  /** @throws Refused `notFound` */
  deleteTrack(actor: Actor, id: string): Promise<void>
  /**
   * Changes the given fields only.
   * @throws Refused `notFound`, `titleInUse`, `staleList`
   */
  changeAlbum(actor: Actor, titleOrId: string, changes: BodyOf<typeof updateAlbum>): Promise<Album>
  /**
   * `image` was recognised as an image.
   * @throws Refused `notFound`
   */
  replaceCover(actor: Actor, titleOrId: string, image: Storable): Promise<Album>
  /** @throws Refused `notFound` */
  deleteAlbum(actor: Actor, titleOrId: string): Promise<void>
  /**
   * Sets the order of all albums by titles or ids.
   * @returns an identifier of the new order
   * @throws Refused `staleList`
   */
  orderAlbums(actor: Actor, entries: readonly string[], seen?: string): Promise<string>
}

export function openEdit(services: Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>): CatalogEdit {
  return {
    addAlbums: async (...command) => addAlbums(services, ...command),
    addTracks: async (...command) => addTracks(services, ...command),
    fillTrack: async (...command) => fillTrack(services, ...command),
    deleteTrack: async (...command) => deleteTrack(services, ...command),
    changeAlbum: async (...command) => changeAlbum(services, ...command),
    replaceCover: async (...command) => replaceCover(services, ...command),
    deleteAlbum: async (...command) => deleteAlbum(services, ...command),
    orderAlbums: async (...command) => orderAlbums(services, ...command),
  }
}
