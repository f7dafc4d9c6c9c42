import type { Database } from '#database/open.ts'
import { albumsByArtist, albumsWithArtist, findArtist } from '../store/artist-albums.ts'
import {
  albumIdsOfGenre,
  albumIdsOfYears,
  albumsOfSameGenres,
  albumsToDrawFrom,
  songIdsOfGenre,
  type YearRange,
} from '../store/listed/album-ids.ts'
import type { GenreCount } from '../store/listed/directory-rows.ts'
import { type ListedAlbum, listedAlbums } from '../store/listed/listed-albums.ts'
import { type ListedSong, listedSongsOfAlbum } from '../store/listed/listed-songs.ts'
import { similarArtists } from '../store/listed/similar-artists.ts'
import { artistsOfNames } from '../store/liner-notes.ts'
import { artistsOfAlbums, type NamedArtist } from '../store/named-artists.ts'
import { findAlbumById, findCurrentAlbum } from '../store/one-album.ts'
import { titleKeyOf } from '../store/title-key.ts'
import type { ArchiveCache } from './archive-cache.ts'
import type { DirectoryEntry } from './directory.ts'
import { countsBefore, drawNumbers, drawSongs } from './draw-songs.ts'
import { albumPage } from './list-albums.ts'
import { songPage } from './songs.ts'

interface Page {
  limit: number
  offset: number
}

/** The order of a list of albums, with its filter. */
export type ListedOrder =
  | { by: 'newest' | 'title' | 'artist' }
  | ({ by: 'years' } & YearRange)
  | { by: 'genre'; genre: string }

/** An artist, or an album without artists, which is listed by its title. */
export interface ListedArtist {
  id: string
  name: string
  sortName: string
  isAlbum: boolean
  /**
   * The ids of the artist's own albums, then those of albums of others with tracks by or with the artist. Both groups
   * are sorted newest first.
   */
  albumIds: readonly string[]
}

/** The genre and the years to which a draw of random songs is limited. */
export interface DrawFilter {
  genre?: string | undefined
  fromYear?: number | undefined
  toYear?: number | undefined
}

/** Maximum number of albums of one artist in a list, and of albums from which songs are drawn. */
const ALBUMS_MAX = 2000
const DRAWN_FROM_MAX = 20_000

/** Lists of songs, albums and artists with the data that third-party apps show. The caller checks the rights. */
export interface Listing {
  /** The playable tracks with these ids, by id. Other ids are omitted. */
  songs(ids: readonly string[]): Promise<ReadonlyMap<string, ListedSong>>
  songsOfAlbum(albumId: string): Promise<ListedSong[]>
  albums(ids: readonly string[]): Promise<ReadonlyMap<string, ListedAlbum>>
  /** The ids of all playable tracks, in the order of the archive. */
  songIds(page: Page): Promise<string[]>
  songIdsOfGenre(genre: string, page: Page): Promise<string[]>
  albumIds(order: ListedOrder, page: Page): Promise<readonly string[]>
  /** The ids of random songs. Each playable track has the same chance. */
  drawnSongIds(filter: DrawFilter, count: number): Promise<string[]>
  drawnAlbumIds(count: number): Promise<string[]>
  /** Random songs of these albums and of the albums that share a genre with them. */
  similarSongIds(albumIds: readonly string[], count: number): Promise<string[]>
  /** All artists of albums, and albums without artists, by sort name. */
  artists(): Promise<readonly DirectoryEntry[]>
  /** The entries of `artists`, by id. */
  artistsById(): Promise<ReadonlyMap<string, DirectoryEntry>>
  artist(id: string): Promise<ListedArtist | undefined>
  /** The id of the artist with this name, or of the album without artists with this title. */
  artistIdOf(name: string): Promise<string | undefined>
  /** Artists whose albums share a genre with albums of this artist. Artists with the most such albums come first. */
  similarArtists(id: string, count: number): Promise<NamedArtist[]>
  genres(): Promise<readonly GenreCount[]>
  /** When this process first used the current version of the archive, in milliseconds since 1970. */
  unchangedSince(): Promise<number>
}

export function openListing(db: Database, cache: ArchiveCache): Listing {
  const directory = async () => (await cache.fresh()).directory
  return {
    songs: async (ids) => (await directory()).songs(ids),
    songsOfAlbum: async (albumId) => listedSongsOfAlbum(db, albumId),
    albums: async (ids) => (await directory()).albums(ids),
    songIds: async (page) => (await songPage(db, cache, page)).tracks.map(({ id }) => id),
    songIdsOfGenre: async (genre, page) => songIdsOfGenre(db, genre, page),
    albumIds: async (order, page) => albumIds(db, cache, order, page),
    drawnSongIds: async (filter, count) => drawnSongIds(db, cache, filter, count),
    drawnAlbumIds: async (count) => {
      const { albums } = await (await directory()).songPlaces()
      return drawNumbers(albums.length, Math.min(count, albums.length)).flatMap(
        (index) => albums[index]?.id ?? [],
      )
    },
    similarSongIds: async (ids, count) => {
      const alike = await albumsOfSameGenres(db, ids, ALBUMS_MAX)
      const known = new Set(alike.map(({ id }) => id))
      const own = [...(await listedAlbums(db, ids)).values()].filter(({ id }) => !known.has(id))
      const albums = [...own, ...alike]
      return drawSongs(db, albums, countsBefore(albums), count)
    },
    artists: async () => (await directory()).artists(),
    artistsById: async () => (await directory()).artistsById(),
    artist: async (id) => findListedArtist(db, id),
    artistIdOf: async (name) => {
      const id = (await artistsOfNames(db, [name])).get(titleKeyOf(name))
      if (id !== undefined) return id
      const album = await findCurrentAlbum(db, name)
      return album !== undefined && album.artistName === null ? album.id : undefined
    },
    similarArtists: async (id, count) => similarArtists(db, id, count),
    genres: async () => (await directory()).genres(),
    unchangedSince: async () => (await directory()).since,
  }
}

async function albumIds(
  db: Database,
  cache: ArchiveCache,
  order: ListedOrder,
  page: Page,
): Promise<readonly string[]> {
  switch (order.by) {
    case 'newest':
      return (await albumPage(db, cache, { ...page, sort: order.by })).albums.map(({ id }) => id)
    case 'title':
      return pageOf(await (await cache.fresh()).directory.albumsByTitle(), page)
    case 'artist':
      return pageOf(await (await cache.fresh()).directory.albumsByArtist(), page)
    case 'years':
      return albumIdsOfYears(db, order, page)
    default:
      return albumIdsOfGenre(db, order.genre, page)
  }
}

function pageOf(ids: readonly string[], { offset, limit }: Page): readonly string[] {
  return ids.slice(offset, offset + limit)
}

async function drawnSongIds(
  db: Database,
  cache: ArchiveCache,
  filter: DrawFilter,
  count: number,
): Promise<string[]> {
  if (Object.values(filter).some((value) => value !== undefined)) {
    const albums = await albumsToDrawFrom(db, filter, DRAWN_FROM_MAX)
    return drawSongs(db, albums, countsBefore(albums), count)
  }
  const { albums, before } = await (await cache.fresh()).directory.songPlaces()
  return drawSongs(db, albums, before, count)
}

async function findListedArtist(db: Database, id: string): Promise<ListedArtist | undefined> {
  const artist = await findArtist(db, id)
  const page = { limit: ALBUMS_MAX, offset: 0 }
  if (artist !== undefined) {
    const own = await albumsByArtist(db, id, page)
    const others = await albumsWithArtist(db, id, page)
    return { ...artist, isAlbum: false, albumIds: [...own.albums, ...others.albums].map((album) => album.id) }
  }
  const album = await findAlbumById(db, id)
  if (album === undefined || (await artistsOfAlbums(db, [id])).size > 0) return undefined
  return { id, name: album.title, sortName: album.title, isAlbum: true, albumIds: [id] }
}
