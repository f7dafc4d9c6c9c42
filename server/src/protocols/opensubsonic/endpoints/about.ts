import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { catalog, linerNotesOf } from '#features/catalog/index.ts'
import { mostPlayedOfAlbum, mostPlayedOfArtist } from '#features/plays/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { parameterMissing } from '../frame/errors.ts'
import { count, flag, id, text } from '../frame/parameters.ts'
import { element } from '../frame/shape.ts'
import { Artist, ArtistID3 } from '../shapes/artist.ts'
import { Child } from '../shapes/child.ts'
import { albumsInOrder } from './albums.ts'
import { artistOf } from './artists.ts'
import { songsInOrder } from './songs.ts'

const SIMILAR_MAX = 500
const ofArtist = z.object({ id, count: count(20, 100), includeNotPresent: z.optional(flag) })
const ofSong = z.object({ id, count: count(50, SIMILAR_MAX) })
const AlbumInfo = z.object({ notes: z.optional(element(z.string())) })
const Songs = z.object({ song: z.array(Child) })

/** Notes about artists and albums, and similar artists and songs. */
export const aboutEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getArtistInfo',
    limit: 'appRead',
    parameters: ofArtist,
    answer: z.object({ artistInfo: z.object({ similarArtist: z.array(Artist) }) }),
    handle: async ({ parameters }, context) => ({
      artistInfo: { similarArtist: await similarArtists(context, parameters) },
    }),
  }),
  endpoint({
    name: 'getArtistInfo2',
    limit: 'appRead',
    parameters: ofArtist,
    answer: z.object({ artistInfo2: z.object({ similarArtist: z.array(ArtistID3) }) }),
    handle: async ({ parameters }, context) => ({
      artistInfo2: { similarArtist: await similarArtists(context, parameters) },
    }),
  }),
  ...['getAlbumInfo', 'getAlbumInfo2'].map((name) =>
    endpoint({
      name,
      limit: 'appRead',
      parameters: z.object({ id }),
      answer: z.object({ albumInfo: AlbumInfo }),
      handle: async ({ parameters }, context) => ({ albumInfo: await albumInfo(context, parameters.id) }),
    }),
  ),
  endpoint({
    name: 'getSimilarSongs',
    parameters: ofSong,
    answer: z.object({ similarSongs: Songs }),
    handle: async ({ caller, parameters }, context) => ({
      similarSongs: { song: await similarSongs(context, caller, parameters) },
    }),
  }),
  endpoint({
    name: 'getSimilarSongs2',
    parameters: ofSong,
    answer: z.object({ similarSongs2: Songs }),
    handle: async ({ caller, parameters }, context) => ({
      similarSongs2: { song: await similarSongs(context, caller, parameters) },
    }),
  }),
  endpoint({
    name: 'getTopSongs',
    // Subsonic has only the parameter `artist` with the name. The parameter `id` is an extension.
    parameters: z.object({
      artist: z.optional(text(500)),
      id: z.optional(id),
      count: count(50, SIMILAR_MAX),
    }),
    answer: z.object({ topSongs: Songs }),
    handle: async ({ caller, parameters }, context) => ({
      topSongs: { song: await topSongs(context, caller, parameters) },
    }),
  }),
]

/**
 * Artists who share genres with an artist.
 * @throws Refused `notFound`
 */
async function similarArtists(
  context: AppContext,
  { id: artistId, count: limit }: { id: string; count: number },
): Promise<{ id: string; name: string }[]> {
  await artistOf(context, artistId)
  return context.use(catalog).listing.similarArtists(artistId, limit)
}

/** The liner notes of an album in plain text. For the id of a song, those of its album. */
async function albumInfo(context: AppContext, given: string): Promise<z.infer<typeof AlbumInfo>> {
  const song = (await context.use(catalog).listing.songs([given])).get(given)
  const [album] = await albumsInOrder(context, [song?.album.id ?? given])
  if (album === undefined) throw new Refused(notFound)
  const { notes } = await linerNotesOf(context.services.db, album)
  return notes === '' ? {} : { notes: plainText(notes) }
}

/** Markdown without the characters for emphasis and links. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll(/(\*\*|__|\*|_)(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1/g, '$2')
}

/**
 * Songs that share genres with a song, an album or an artist.
 * @throws Refused `notFound` for any other id
 */
async function similarSongs(
  context: AppContext,
  caller: Caller,
  { id: given, count: limit }: { id: string; count: number },
): Promise<Child[]> {
  const { listing } = context.use(catalog)
  const song = (await listing.songs([given])).get(given)
  const [album] = song === undefined ? await albumsInOrder(context, [given]) : []
  const albumIds =
    song === undefined
      ? album === undefined
        ? (await artistOf(context, given)).albumIds
        : [album.id]
      : [song.album.id]
  // One more than requested, because the song itself may be among them.
  const drawn = await listing.similarSongIds(albumIds, limit + 1)
  return songsInOrder(context, caller, drawn.filter((one) => one !== given).slice(0, limit))
}

async function topSongs(
  context: AppContext,
  caller: Caller,
  {
    artist: name,
    id: given,
    count: limit,
  }: { artist?: string | undefined; id?: string | undefined; count: number },
): Promise<Child[]> {
  if (name === undefined && given === undefined)
    throw new Refused(parameterMissing, { values: { name: 'artist' } })
  const { listing } = context.use(catalog)
  const { db } = context.services
  const artistId = given ?? (name === undefined ? undefined : await listing.artistIdOf(name))
  const artist = artistId === undefined ? undefined : await listing.artist(artistId)
  if (artist === undefined) return []
  const ids = artist.isAlbum
    ? await mostPlayedOfAlbum(db, artist.id, limit)
    : (await mostPlayedOfArtist(db, artist.id, limit)).map(({ trackId }) => trackId)
  return songsInOrder(context, caller, ids)
}
