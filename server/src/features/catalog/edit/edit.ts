import type { updateAlbum } from '@tonarchiv/contract/archive-editing'
import type { BodyOf } from '@tonarchiv/contract/route'
import type { Executor } from '#database/prepared.ts'
import type { Actor } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import type { Album } from '../store/album-tracks.ts'
import {
  type AddedAlbum,
  addAlbums,
  type AddOptions,
  type NewAlbum,
  type NewTrack,
  type TrackFile,
} from './add-albums.ts'
import { addPlayableCopy, type ConvertedTrack } from './add-playable-copy.ts'
import { changeAlbum, deleteAlbum } from './change-album.ts'
import { changeSortName } from './change-artist.ts'
import { addTracks, deleteTrack, fillTrack } from './change-tracks.ts'
import { orderAlbums } from './order-albums.ts'
import { type FileOfTrack, type OnPromoted, removeFile } from './remove-file.ts'
import { replaceCover } from './replace-cover.ts'
import { type AlbumSync, type AlbumWithFiles, type SyncedAlbum, syncAlbum, withFiles } from './sync-album.ts'

/**
 * Changes of the catalog. Each is one transaction, is recorded in the audit log and emits an event after its
 * commit.
 */
export interface CatalogEdit {
  /**
   * Adds albums completely or not at all; the last one of the list becomes the newest.
   * @throws Refused `titleInUse`, `tooManyTracks`
   */
  addAlbums(actor: Actor, albums: readonly NewAlbum[], options?: AddOptions): Promise<AddedAlbum[]>
  /**
   * Appends tracks to an album, all or none.
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
  /**
   * Replaces the file of a track by a playable copy. The replaced file stays as the original of the copy.
   * @returns false when the track was deleted, or got another file meanwhile
   */
  addPlayableCopy(track: ConvertedTrack, copy: TrackFile): Promise<boolean>
  /** An album with all columns of its tracks and their further files. */
  withFiles(albumId: string): Promise<AlbumWithFiles | undefined>
  /**
   * Makes an album equal to the files in its folder, from which `sync` was computed. `seen` is the album as it was
   * then.
   * @throws Refused `staleList` when the album has changed since, `titleInUse`, `tooManyTracks`
   */
  syncAlbum(
    actor: Actor,
    seen: AlbumWithFiles,
    sync: AlbumSync,
    alongside?: (trx: Executor, synced: SyncedAlbum) => Promise<void>,
  ): Promise<void>
  /**
   * Removes a file of a track, see remove-file.ts.
   * @returns whether the track was deleted
   */
  removeFile(actor: Actor, file: FileOfTrack, onPromoted?: OnPromoted): Promise<boolean>
  /** @throws Refused `notFound` */
  deleteTrack(actor: Actor, id: string): Promise<void>
  /**
   * Changes the given fields of an album. Fields that are undefined stay unchanged.
   * @throws Refused `notFound`, `titleInUse`, `staleList`
   */
  changeAlbum(actor: Actor, titleOrId: string, changes: BodyOf<typeof updateAlbum>): Promise<Album>
  /**
   * Changes the name by which an artist is sorted. An empty one is replaced by the default, which is derived from the
   * name.
   * @returns the sort name
   * @throws Refused `artistNotFound`
   */
  changeSortName(actor: Actor, artistId: string, sortName: string): Promise<string>
  /**
   * Replaces the cover of an album. The caller has checked that `image` is an image.
   * @throws Refused `notFound`
   */
  replaceCover(actor: Actor, titleOrId: string, image: Storable): Promise<Album>
  /** @throws Refused `notFound` */
  deleteAlbum(actor: Actor, titleOrId: string): Promise<void>
  /**
   * Sorts all albums. `entries` holds the titles or ids of all of them in the new order.
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
    addPlayableCopy: async (...command) => addPlayableCopy(services, ...command),
    withFiles: async (albumId) => withFiles(services.db, albumId),
    syncAlbum: async (...command) => syncAlbum(services, ...command),
    removeFile: async (...command) => removeFile(services, ...command),
    deleteTrack: async (...command) => deleteTrack(services, ...command),
    changeAlbum: async (...command) => changeAlbum(services, ...command),
    changeSortName: async (...command) => changeSortName(services, ...command),
    replaceCover: async (...command) => replaceCover(services, ...command),
    deleteAlbum: async (...command) => deleteAlbum(services, ...command),
    orderAlbums: async (...command) => orderAlbums(services, ...command),
  }
}
