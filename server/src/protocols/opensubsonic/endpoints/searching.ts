import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { artistsByIds, catalog, type DirectoryEntry, type ListedAlbum } from '#features/catalog/index.ts'
import { search } from '#features/search/index.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { count, offset, text } from '../frame/parameters.ts'
import { AlbumID3 } from '../shapes/album.ts'
import { integer } from '../frame/shape.ts'
import { Artist, ArtistID3 } from '../shapes/artist.ts'
import { Child } from '../shapes/child.ts'
import { albumDirectory, albumID3, albumsInOrder } from './albums.ts'
import { artistID3 } from './artists.ts'
import { checkMusicFolder, musicFolderId } from './music-folder.ts'
import { songsInOrder } from './songs.ts'

const HITS_MAX = 500
const searchParameters = z.object({
  query: text(),
  artistCount: count(20, HITS_MAX),
  artistOffset: offset,
  albumCount: count(20, HITS_MAX),
  albumOffset: offset,
  songCount: count(20, HITS_MAX),
  songOffset: offset,
  musicFolderId,
})
type SearchQuery = z.infer<typeof searchParameters>

export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    // The oldest endpoint for searching, which finds songs only.
    name: 'search',
    limit: 'instantSearch',
    parameters: z.object({
      artist: z.optional(text()),
      album: z.optional(text()),
      title: z.optional(text()),
      any: z.optional(text()),
      count: count(20, HITS_MAX),
      offset,
    }),
    answer: z.object({
      searchResult: z.object({ offset: integer, totalHits: integer, match: z.array(Child) }),
    }),
    handle: async ({ caller, parameters: { count: limit, offset: from, ...texts } }, context) => {
      const { any, title, artist, album } = texts
      const query = [any, title, artist, album].filter((one) => one !== undefined).join(' ')
      const songs = await findSongs(context, caller, query, { limit, offset: from })
      return { searchResult: { offset: from, totalHits: from + songs.length, match: songs } }
    },
  }),
  endpoint({
    name: 'search2',
    limit: 'instantSearch',
    parameters: searchParameters,
    answer: z.object({
      searchResult2: z.object({ artist: z.array(Artist), album: z.array(Child), song: z.array(Child) }),
    }),
    handle: async ({ caller, parameters }, context) => {
      const { artists, albums, songs } = await find(context, caller, parameters)
      return {
        searchResult2: {
          artist: artists.map(({ id, name }) => ({ id, name })),
          album: albums.map(albumDirectory),
          song: songs,
        },
      }
    },
  }),
  endpoint({
    name: 'search3',
    limit: 'instantSearch',
    parameters: searchParameters,
    answer: z.object({
      searchResult3: z.object({
        artist: z.array(ArtistID3),
        album: z.array(AlbumID3),
        song: z.array(Child),
      }),
    }),
    handle: async ({ caller, parameters }, context) => {
      const { artists, albums, songs } = await find(context, caller, parameters)
      return {
        searchResult3: { artist: artists.map(artistID3), album: albums.map(albumID3), song: songs },
      }
    },
  }),
]

interface Hits {
  artists: readonly FoundArtist[]
  albums: readonly ListedAlbum[]
  songs: Child[]
}

/**
 * An artist whom a search has found. An artist who has only tracks on albums of others is not in the list of artists,
 * so the other fields are missing.
 */
type FoundArtist = Pick<DirectoryEntry, 'id' | 'name'> & Partial<DirectoryEntry>

async function find(context: AppContext, caller: Caller, query: SearchQuery): Promise<Hits> {
  checkMusicFolder(query.musicFolderId)
  const words = wordsOf(query.query)
  const wanted = {
    artists: { limit: query.artistCount, offset: query.artistOffset },
    albums: { limit: query.albumCount, offset: query.albumOffset },
    songs: { limit: query.songCount, offset: query.songOffset },
  }
  const { listing } = context.use(catalog)
  if (words === '') {
    const { limit, offset: from } = wanted.artists
    return {
      artists: limit === 0 ? [] : (await listing.artists()).slice(from, from + limit),
      albums: await albumsInOrder(
        context,
        wanted.albums.limit === 0 ? [] : await listing.albumIds({ by: 'title' }, wanted.albums),
      ),
      songs: await songsInOrder(
        context,
        caller,
        wanted.songs.limit === 0 ? [] : await listing.songIds(wanted.songs),
      ),
    }
  }
  const ids = await context.use(search).ids(caller, words, wanted)
  return {
    artists: await foundArtists(context, ids.artists),
    albums: await albumsInOrder(context, ids.albums),
    songs: await songsInOrder(context, caller, ids.songs),
  }
}

async function findSongs(
  context: AppContext,
  caller: Caller,
  query: string,
  page: { limit: number; offset: number },
): Promise<Child[]> {
  const none = { limit: 0, offset: 0 }
  const words = wordsOf(query)
  if (words === '') return []
  const found = await context.use(search).ids(caller, words, { songs: page, albums: none, artists: none })
  return songsInOrder(context, caller, found.songs)
}

async function foundArtists(
  { services: { db }, use }: AppContext,
  ids: readonly string[],
): Promise<FoundArtist[]> {
  if (ids.length === 0) return []
  const entryOf = await use(catalog).listing.artistsById()
  const others = await artistsByIds(
    db,
    ids.filter((id) => !entryOf.has(id)),
  )
  return ids.flatMap((id) => entryOf.get(id) ?? others.get(id) ?? [])
}

/** The query without the quotation marks and asterisks that apps add. An empty query finds everything. */
function wordsOf(query: string): string {
  return query.replaceAll(/["*]/g, ' ').trim()
}
