import type { AlbumMark, findAlbumOffset, listAlbumMarks, listAlbums } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import { type Album, type AlbumWithArtists, withArtists } from '../store/album-tracks.ts'
import type { AlbumRow } from '../store/album-rows.ts'
import { type Track, type TrackDetails, trackDetails } from '../store/find-tracks.ts'
import { findAlbum, findAnyAlbum, type FoundAlbum } from '../store/one-album.ts'
import { countIn, type Overview } from '../store/totals.ts'
import { type AlbumSummary, albumSummaries } from '../store/album-order.ts'
import type { ArchiveCache } from './archive-cache.ts'
import { type ArtistPage, artistPage } from './artist-page.ts'
import { type AlbumNotes, type EditableParts, editableParts, notesOfAlbum } from './editable-album.ts'
import { plainLetters } from '../search/search-words.ts'
import { artistsBeginning } from '../store/artist-albums.ts'
import type { NamedArtist } from '../store/named-artists.ts'
import { listMarks, offsetOf } from './find-places.ts'
import { type AlbumPage, albumPage } from './list-albums.ts'
import { previewByTitle, previewPage } from './preview.ts'
import { songPage } from './songs.ts'

type PageQuery = QueryOf<typeof listAlbums>

/** Read access to albums and tracks. The caller checks the rights. */
export interface CatalogList {
  /**
   * A page of albums in an order. The query selects all albums, those of a type or year, the results of a search, or
   * the album of one file.
   */
  page(query: PageQuery): Promise<AlbumPage>
  /**
   * Finds an album by title, id or former title. `version` is the version of the archive at which it was read.
   * @throws Refused `notFound`
   */
  album(titleOrId: string): Promise<{ album: FoundAlbum; version: number }>
  /**
   * Finds an album as `album` does, also a closed one, for admins.
   * @throws Refused `notFound`
   */
  anyAlbum(titleOrId: string): Promise<FoundAlbum>
  /** Finds an album by title, id or former title. */
  find(titleOrId: string): Promise<FoundAlbum | undefined>
  /**
   * Adds artists and tracks to albums. `version` is the version of the archive at which the tracks were read, or
   * undefined when the albums have no tracks.
   */
  withArtists(
    albums: readonly AlbumRow[],
  ): Promise<{ version: number | undefined; albums: AlbumWithArtists[] }>
  /**
   * All metadata of a playable track.
   * @throws Refused `notFound`
   */
  trackDetails(id: string): Promise<TrackDetails>
  /** All playable tracks, in archive order. */
  songs(page: { limit: number; offset: number }): Promise<{ tracks: Track[]; total: number }>
  /** Number of playable tracks. */
  countSongs(): Promise<number>
  /** Number of albums. */
  countAlbums(): Promise<number>
  /**
   * The liner notes of an album, and the ids of the artists that they name. The key of an id is `titleKeyOf` the
   * artist's name.
   * @throws Refused `notFound`
   */
  notes(albumId: string): Promise<AlbumNotes>
  /**
   * An album by its title, id or former title, with all that can be edited.
   * @throws Refused `notFound`
   */
  editable(titleOrId: string): Promise<EditableParts>
  /** Artists whose name has a word that begins with `search`. */
  suggestArtists(search: string, limit: number): Promise<NamedArtist[]>
  /**
   * An artist with a page of their albums, which begins at `offset`.
   * @throws Refused `artistNotFound`
   */
  artist(id: string, offset: number): Promise<ArtistPage>
  /** All albums in their order, with an identifier of that order. */
  summaries(): Promise<{ albums: AlbumSummary[]; order: string }>
  /** The offset of the first album of each letter or year in a sorted list of albums. */
  marks(query: QueryOf<typeof listAlbumMarks>): Promise<AlbumMark[]>
  /** The number of albums before this album in a list; null when the list does not contain the album. */
  offset(query: QueryOf<typeof findAlbumOffset>): Promise<number | null>
  /** The preview: the albums that members without a key see. */
  preview: {
    page(query: PageQuery): Promise<{ albums: Album[]; total: number; overview: Overview }>
    /** @throws Refused `keyRequired` for every title outside of the preview, whether it exists or not */
    album(titleOrId: string): Promise<Album>
  }
}

export function openList(db: Database, cache: ArchiveCache): CatalogList {
  return {
    page: async (query) => albumPage(db, cache, query),
    album: async (titleOrId) => {
      const album = await findAlbum(db, titleOrId)
      if (album === undefined) throw new Refused(notFound)
      return { album, version: album.version }
    },
    anyAlbum: async (titleOrId) => {
      const album = await findAnyAlbum(db, titleOrId)
      if (album === undefined) throw new Refused(notFound)
      return album
    },
    find: async (titleOrId) => findAlbum(db, titleOrId),
    withArtists: async (albums) => withArtists(db, albums),
    trackDetails: async (id) => trackDetails(db, id),
    songs: async (page) => songPage(db, cache, page),
    countSongs: async () => (await cache.fresh()).playableTracks,
    countAlbums: async () => countIn((await cache.fresh()).totals, {}),
    notes: async (albumId) => notesOfAlbum(db, albumId),
    editable: async (titleOrId) => editableParts(db, titleOrId),
    suggestArtists: async (search, limit) => artistsBeginning(db, plainLetters(search), limit),
    artist: async (id, offset) => artistPage(db, id, offset),
    summaries: async () => albumSummaries(db),
    marks: async (query) => listMarks(db, cache, query),
    offset: async (query) => offsetOf(db, query),
    preview: {
      page: async (query) => previewPage(db, cache, query),
      album: async (titleOrId) => previewByTitle(cache, titleOrId),
    },
  }
}
