import { AlbumPage, getAlbum, listAlbums, listSongs } from '@tonarchiv/contract/catalog'
import { listFavorites } from '@tonarchiv/contract/favorites'
import { getLyrics } from '@tonarchiv/contract/lyrics'
import { getPlaylist, listEntries } from '@tonarchiv/contract/playlist-entries'
import { listPlaylists } from '@tonarchiv/contract/playlists'
import { listPlays, listTopTracks } from '@tonarchiv/contract/plays'
import { searchEverything } from '@tonarchiv/contract/search'
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import * as z from 'zod/mini'
import { readRecord, writeRecords } from '#client/copies/copy-database.ts'
import { readAccount } from '#client/copies/copy-records.ts'
import { lockedSince } from '#client/copies/lock.ts'
import type { AskedParts } from '#client/device-answers.ts'
import type { JsonRoute } from '#client/response.ts'
import { detailsOf } from '../engine/beside-tracks.ts'
import { keyOf } from '../copies/collection-id.ts'
import { type Collection, type Content, readCollections } from '../copies/collection.ts'
import { copiedTracks, songOf } from './copied-songs.ts'
import { albumPage, knownAlbums, rememberAlbums } from './known-albums.ts'
import { searchCopies } from './search-copies.ts'

/** Calls whose answers are stored unchanged: the lists of the account. */
const REMEMBERED: ReadonlySet<JsonRoute> = new Set<JsonRoute>([listFavorites, listPlaylists, listTopTracks])

const Remembered = z.object({ key: z.string(), answer: z.unknown() })

/** Stores an answer of the server if pages need it when there is no connection. */
export async function rememberForDevice(route: JsonRoute, asked: AskedParts, answer: unknown): Promise<void> {
  if (route === listAlbums) {
    const page = AlbumPage.safeParse(answer).data
    const query = listAlbums.query.safeParse(asked.query ?? {}).data
    if (page && query) await rememberAlbums(query, page)
  } else if (REMEMBERED.has(route) || isFirstOfPlays(route, asked))
    await writeRecords('answers', [{ key: route.path, answer }])
}

/** Whether this call requests the newest page of the play history; only that page is stored. */
function isFirstOfPlays(route: JsonRoute, { query }: AskedParts): boolean {
  return route === listPlays && query?.['before'] === undefined
}

async function remembered(route: JsonRoute): Promise<unknown> {
  return Remembered.safeParse(await readRecord('answers', route.path)).data?.answer
}

type Answer = (asked: AskedParts) => Promise<unknown>

const ANSWERS = new Map<JsonRoute, Answer>([
  [listAlbums, async ({ query }) => albumsFor(query)],
  [getAlbum, async ({ params }) => albumNamed(String(params?.['albumTitel']))],
  [listSongs, async () => songs()],
  [listFavorites, async () => favorites()],
  [listPlaylists, async () => remembered(listPlaylists)],
  [listTopTracks, async () => remembered(listTopTracks)],
  [listPlays, async (asked) => (isFirstOfPlays(listPlays, asked) ? remembered(listPlays) : { plays: [] })],
  [getPlaylist, async ({ params }) => playlistWith(String(params?.['id']))],
  [listEntries, async () => ({ entries: [], people: [] })],
  [searchEverything, async ({ query }) => search(query)],
  [getTrackSound, async ({ params }) => (await details(params))?.sound],
  [getLyrics, async ({ params }) => (await details(params))?.lyrics],
])

/**
 * Answers a call from the data on this device; undefined when that is not possible. Without any copy, or while copies
 * are locked, no call is answered, because an empty archive would be wrong.
 */
export async function answerForDevice(route: JsonRoute, asked: AskedParts): Promise<unknown> {
  const answer = ANSWERS.get(route)
  if (answer === undefined) return undefined
  const account = await readAccount()
  if (!account || lockedSince(account, Date.now()) !== undefined) return undefined
  return (await chosen()).length === 0 ? undefined : answer(asked)
}

async function chosen(): Promise<Collection[]> {
  return (await readCollections()).filter(({ removedAt }) => removedAt === undefined)
}

async function albumsFor(query: AskedParts['query']) {
  const asked = listAlbums.query.safeParse(query ?? {}).data
  return asked && albumPage(await knownAlbums(await chosen()), asked)
}

async function albumNamed(name: string) {
  const known = await knownAlbums(await chosen())
  const album = known.find(({ albumId, albumTitel }) => albumId === name || albumTitel === name)
  return album && { album }
}

async function songs() {
  const found = copiedTracks(await chosen()).map(songOf)
  return { songs: found, total: found.length }
}

async function contentOf(key: string): Promise<Content | undefined> {
  return (await chosen()).find((collection) => collection.key === key)?.read?.content
}

/**
 * The favorites: the stored answer of the server if there is one, because it may contain favorites that were added
 * after the collection was read.
 */
async function favorites() {
  const list = await remembered(listFavorites)
  if (list !== undefined) return list
  const content = await contentOf(keyOf({ kind: 'favorites' }))
  return content?.kind === 'favorites' ? { favorites: content.favorites } : undefined
}

async function playlistWith(id: string) {
  const content = await contentOf(keyOf({ kind: 'playlist', id }))
  if (content?.kind !== 'playlist') return undefined
  const { playlist, entries, people } = content
  return { playlist: { ...playlist, entryCount: entries.length }, entries, people }
}

async function search(query: AskedParts['query']) {
  const asked = searchEverything.query.safeParse(query ?? {}).data
  if (!asked) return undefined
  const collections = await chosen()
  // Without a connection only copied playlists can be opened, so only these are found.
  const playlists = collections.flatMap(({ read }) =>
    read?.content.kind === 'playlist' ? [read.content.playlist] : [],
  )
  return searchCopies(
    { tracks: copiedTracks(collections), albums: await knownAlbums(collections), playlists },
    asked,
  )
}

/** The stored details of a track, in the form of the answers to `getTrackSound` and `getLyrics`. */
async function details(params: AskedParts['params']) {
  const found = await detailsOf(String(params?.['id']))
  return found && { sound: { sound: found.sound }, lyrics: { lyrics: found.lyrics } }
}
