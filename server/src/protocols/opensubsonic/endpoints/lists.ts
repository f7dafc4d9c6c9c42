import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { catalog, type ListedAlbum } from '#features/catalog/index.ts'
import { favoriteTrackIds } from '#features/favorites/index.ts'
import { playedAlbumIds } from '#features/plays/index.ts'
import { presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { parameterMissing } from '../frame/errors.ts'
import { count, offset, text, year } from '../frame/parameters.ts'
import { integer } from '../frame/shape.ts'
import { AlbumID3 } from '../shapes/album.ts'
import { Artist, ArtistID3 } from '../shapes/artist.ts'
import { Child } from '../shapes/child.ts'
import { albumDirectory, albumID3, albumsInOrder } from './albums.ts'
import { checkMusicFolder, musicFolderId } from './music-folder.ts'
import { songsByIds, songsInOrder } from './songs.ts'

const LIST_MAX = 500
const LISTENERS_MAX = 200

const albumListParameters = z.object({
  type: z.enum([
    'random',
    'newest',
    'highest',
    'frequent',
    'recent',
    'alphabeticalByName',
    'alphabeticalByArtist',
    'starred',
    'byYear',
    'byGenre',
  ]),
  size: count(10, LIST_MAX),
  offset,
  fromYear: z.optional(year),
  toYear: z.optional(year),
  genre: z.optional(text(500)),
  musicFolderId,
})
type AlbumListQuery = z.infer<typeof albumListParameters>

const Songs = z.object({ song: z.array(Child) })
const NowPlayingEntry = z.extend(Child, {
  username: z.string(),
  minutesAgo: integer,
  playerId: integer,
  playerName: z.optional(z.string()),
})

/** Endpoints that list albums and songs in some order. */
export const listEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getAlbumList',
    parameters: albumListParameters,
    answer: z.object({ albumList: z.object({ album: z.array(Child) }) }),
    handle: async ({ caller, parameters }, context) => ({
      albumList: { album: (await albumList(context, caller, parameters)).map(albumDirectory) },
    }),
  }),
  endpoint({
    name: 'getAlbumList2',
    parameters: albumListParameters,
    answer: z.object({ albumList2: z.object({ album: z.array(AlbumID3) }) }),
    handle: async ({ caller, parameters }, context) => ({
      albumList2: { album: (await albumList(context, caller, parameters)).map(albumID3) },
    }),
  }),
  endpoint({
    name: 'getRandomSongs',
    parameters: z.object({
      size: count(10, LIST_MAX),
      genre: z.optional(text(500)),
      fromYear: z.optional(year),
      toYear: z.optional(year),
      musicFolderId,
    }),
    answer: z.object({ randomSongs: Songs }),
    handle: async ({ caller, parameters: { size, genre, fromYear, toYear, ...rest } }, context) => {
      checkMusicFolder(rest.musicFolderId)
      const ids = await context.use(catalog).listing.drawnSongIds({ genre, fromYear, toYear }, size)
      return { randomSongs: { song: await songsInOrder(context, caller, ids) } }
    },
  }),
  endpoint({
    name: 'getSongsByGenre',
    parameters: z.object({ genre: text(500), count: count(10, LIST_MAX), offset, musicFolderId }),
    answer: z.object({ songsByGenre: Songs }),
    handle: async ({ caller, parameters }, context) => {
      checkMusicFolder(parameters.musicFolderId)
      const page = { limit: parameters.count, offset: parameters.offset }
      const ids = await context.use(catalog).listing.songIdsOfGenre(parameters.genre, page)
      return { songsByGenre: { song: await songsInOrder(context, caller, ids) } }
    },
  }),
  endpoint({
    name: 'getNowPlaying',
    parameters: z.object({}),
    answer: z.object({ nowPlaying: z.object({ entry: z.array(NowPlayingEntry) }) }),
    handle: async ({ caller }, context) => ({ nowPlaying: { entry: await nowPlaying(context, caller) } }),
  }),
  endpoint({
    name: 'getStarred',
    parameters: z.object({ musicFolderId }),
    answer: z.object({
      starred: z.object({ artist: z.array(Artist), album: z.array(Child), song: z.array(Child) }),
    }),
    handle: async ({ caller, parameters }, context) => {
      checkMusicFolder(parameters.musicFolderId)
      return { starred: { artist: [], album: [], song: await starredSongs(context, caller) } }
    },
  }),
  endpoint({
    name: 'getStarred2',
    parameters: z.object({ musicFolderId }),
    answer: z.object({
      starred2: z.object({ artist: z.array(ArtistID3), album: z.array(AlbumID3), song: z.array(Child) }),
    }),
    handle: async ({ caller, parameters }, context) => {
      checkMusicFolder(parameters.musicFolderId)
      return { starred2: { artist: [], album: [], song: await starredSongs(context, caller) } }
    },
  }),
]

async function albumList(context: AppContext, caller: Caller, query: AlbumListQuery): Promise<ListedAlbum[]> {
  checkMusicFolder(query.musicFolderId)
  return albumsInOrder(context, await albumIds(context, caller, query))
}

async function albumIds(
  { services: { db }, use }: AppContext,
  caller: Caller,
  { type, size, offset: from, fromYear, toYear, genre }: AlbumListQuery,
): Promise<readonly string[]> {
  const { listing } = use(catalog)
  const page = { limit: size, offset: from }
  switch (type) {
    case 'random':
      return listing.drawnAlbumIds(size)
    case 'newest':
      return listing.albumIds({ by: 'newest' }, page)
    case 'alphabeticalByName':
      return listing.albumIds({ by: 'title' }, page)
    case 'alphabeticalByArtist':
      return listing.albumIds({ by: 'artist' }, page)
    case 'byYear': {
      if (fromYear === undefined) throw missing('fromYear')
      if (toYear === undefined) throw missing('toYear')
      const isDescending = fromYear > toYear
      const [first, last] = isDescending ? [toYear, fromYear] : [fromYear, toYear]
      return listing.albumIds({ by: 'years', from: first, to: last, isDescending }, page)
    }
    case 'byGenre':
      if (genre === undefined) throw missing('genre')
      return listing.albumIds({ by: 'genre', genre }, page)
    case 'frequent':
    case 'recent':
      return playedAlbumIds(db, type, caller.id, page)
    case 'highest':
      // `highest` means the best-rated albums. There are no ratings of albums, so the albums that all members together
      // have played most come first.
      return playedAlbumIds(db, 'byAll', caller.id, page)
    default:
      // Favorites are songs, so no album is starred.
      return []
  }
}

function missing(name: string): Refused {
  return new Refused(parameterMissing, { values: { name } })
}

async function starredSongs(context: AppContext, caller: Caller): Promise<Child[]> {
  return songsInOrder(context, caller, await favoriteTrackIds(context.services, caller.id))
}

async function nowPlaying(context: AppContext, caller: Caller): Promise<z.infer<typeof NowPlayingEntry>[]> {
  const opened = context.use(presence)
  const listeners = (await opened.listening())
    .filter(({ person }) => !opened.isHidden(caller.id, person.id))
    .slice(0, LISTENERS_MAX)
  const songs = await songsByIds(context, caller, [...new Set(listeners.map(({ trackId }) => trackId))])
  const now = context.services.now().getTime()
  return listeners.flatMap(({ person, trackId, changedAt }, index) => {
    const song = songs.get(trackId)
    if (song === undefined) return []
    const minutesAgo = Math.max(0, Math.floor((now - changedAt) / 60_000))
    return Object.assign({}, song, { username: person.username, minutesAgo, playerId: index + 1 })
  })
}
