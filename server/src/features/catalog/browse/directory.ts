import type { Database } from '#database/open.ts'
import { plainLetters } from '../search/search-words.ts'
import {
  albumIdsByTitle,
  type DirectoryAlbum,
  directoryAlbums,
  type DirectoryCredit,
  directoryCredits,
  genreCounts,
  type GenreCount,
} from '../store/listed/directory-rows.ts'
import { type ListedAlbum, listedAlbums } from '../store/listed/listed-albums.ts'
import { type ListedSong, listedSongs } from '../store/listed/listed-songs.ts'
import { keptReads, type ReadByIds } from './kept-reads.ts'

/** Maximum numbers of cached songs and albums. One of them takes about 1 KB. */
const SONGS_KEPT = 5000
const ALBUMS_KEPT = 4000

/**
 * An entry in the list of artists: an artist with albums, or an album without artists, which is listed by its title.
 */
export interface DirectoryEntry {
  /** The id of the artist, or of the album without artists. */
  id: string
  name: string
  sortName: string
  albumCount: number
  /** The cover of the artist's newest album that has a cover. */
  coverName: string | null
  /** The first letter in upper case, or `#` when the sort key does not begin with A to Z. */
  letter: string
}

/** Albums in the order of the archive, with the number of playable tracks before each. */
export interface SongPlaces {
  albums: readonly DirectoryAlbum[]
  /**
   * The number of playable tracks before each album. The additional last element is the number of all playable tracks.
   */
  before: readonly number[]
}

/**
 * Lists of the whole archive at one version. Each list is built when it is first used and then cached, so that its
 * further pages need no query. The most recently read songs and albums are cached as well.
 */
export interface Directory {
  /** When this process first used this version of the archive, milliseconds since 1970. */
  readonly since: number
  /** All entries of the list of artists, sorted by sort name. */
  artists(): Promise<readonly DirectoryEntry[]>
  artistsById(): Promise<ReadonlyMap<string, DirectoryEntry>>
  /** The ids of all albums, sorted by the sort name of their first artist and then by title. */
  albumsByArtist(): Promise<readonly string[]>
  /** The ids of all albums, sorted by title. */
  albumsByTitle(): Promise<readonly string[]>
  genres(): Promise<readonly GenreCount[]>
  songPlaces(): Promise<SongPlaces>
  /** Reads songs by the ids of their tracks. Tracks that are not playable are omitted. */
  readonly songs: ReadByIds<ListedSong>
  readonly albums: ReadByIds<ListedAlbum>
}

export function openDirectory(db: Database, now: Date): Directory {
  const albums = once(async () => directoryAlbums(db))
  const credits = once(async () => directoryCredits(db))
  const artists = once(async () => entriesOf(await albums(), await credits()))
  return {
    since: now.getTime(),
    artists,
    artistsById: once(async () => new Map((await artists()).map((entry) => [entry.id, entry]))),
    albumsByArtist: once(async () => orderByArtist(await albums(), await credits())),
    albumsByTitle: once(async () => albumIdsByTitle(db)),
    genres: once(async () => genreCounts(db)),
    songPlaces: once(async () => placesOf(await albums())),
    songs: keptReads(SONGS_KEPT, async (ids) => listedSongs(db, ids)),
    albums: keptReads(ALBUMS_KEPT, async (ids) => listedAlbums(db, ids)),
  }
}

/** Returns a function that calls `read` once and caches the result. A failed read is not cached. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return async () => {
    reading ??= read()
    try {
      return await reading
    } catch (error) {
      reading = undefined
      throw error
    }
  }
}

interface SortedEntry extends DirectoryEntry {
  sortKey: string
}

function entriesOf(
  albums: readonly DirectoryAlbum[],
  credits: readonly DirectoryCredit[],
): readonly DirectoryEntry[] {
  const albumOf = new Map(albums.map((album) => [album.id, album]))
  const credited = new Set(credits.map(({ albumId }) => albumId))
  const artists = [...Map.groupBy(credits, ({ artistId }) => artistId).values()].flatMap(
    (its): SortedEntry[] => {
      const [first] = its
      if (first === undefined) return []
      const { artistId: id, name, sortName, sortKey } = first
      const own = its.flatMap(({ albumId }) => albumOf.get(albumId) ?? [])
      return [
        {
          id,
          name,
          sortName,
          sortKey,
          albumCount: own.length,
          coverName: newestCover(own),
          letter: letterOf(sortKey),
        },
      ]
    },
  )
  const titles = albums
    .filter(({ id }) => !credited.has(id))
    .map(({ id, title: name, coverName }): SortedEntry => {
      const sortKey = plainLetters(name)
      return { id, name, sortName: name, sortKey, albumCount: 1, coverName, letter: letterOf(sortKey) }
    })
  return [...artists, ...titles].sort(bySortKey)
}

function bySortKey(a: SortedEntry, b: SortedEntry): number {
  if (a.sortKey === b.sortKey) return a.id < b.id ? -1 : 1
  return a.sortKey < b.sortKey ? -1 : 1
}

/** The cover of the newest album: newer years have smaller sort keys. */
function newestCover(albums: readonly DirectoryAlbum[]): string | null {
  let newest: DirectoryAlbum | undefined
  for (const album of albums)
    if (album.coverName !== null && (newest === undefined || album.sortYear < newest.sortYear)) newest = album
  return newest?.coverName ?? null
}

function letterOf(sortKey: string): string {
  const first = sortKey.charAt(0)
  return first >= 'a' && first <= 'z' ? first.toUpperCase() : '#'
}

function orderByArtist(
  albums: readonly DirectoryAlbum[],
  credits: readonly DirectoryCredit[],
): readonly string[] {
  const artistOf = new Map<string, string>()
  for (const { albumId, sortKey } of credits) if (!artistOf.has(albumId)) artistOf.set(albumId, sortKey)
  return albums
    .map(({ id, title, sortTitle }) => ({ id, artist: artistOf.get(id) ?? plainLetters(title), sortTitle }))
    .sort((a, b) => {
      if (a.artist !== b.artist) return a.artist < b.artist ? -1 : 1
      return a.sortTitle < b.sortTitle ? -1 : 1
    })
    .map(({ id }) => id)
}

function placesOf(albums: readonly DirectoryAlbum[]): SongPlaces {
  const before = [0]
  let count = 0
  for (const { playableTracks } of albums) {
    count += playableTracks
    before.push(count)
  }
  return { albums, before }
}

/**
 * The index of the album that contains the song at offset `song` in the list of all songs. `before` has the meaning of
 * `SongPlaces.before`.
 */
export function albumOfSong(before: readonly number[], song: number): number {
  let low = 0
  let high = before.length - 1
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if ((before[middle] ?? 0) <= song) low = middle
    else high = middle
  }
  return low
}
