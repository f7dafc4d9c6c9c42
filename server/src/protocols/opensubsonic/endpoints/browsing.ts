import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import { catalog, linerNotesOf } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { id } from '../frame/parameters.ts'
import { elementText, integer } from '../frame/shape.ts'
import { AlbumWithSongs } from '../shapes/album.ts'
import { ArtistID3, ArtistWithAlbums } from '../shapes/artist.ts'
import { Child } from '../shapes/child.ts'
import { albumID3, albumsInOrder } from './albums.ts'
import { allArtists, artistID3, artistOf } from './artists.ts'
import { checkMusicFolder, musicFolderId } from './music-folder.ts'
import { songsInOrder, songsOfAlbum } from './songs.ts'

/** Artists, albums and songs by their tags. */
export const browsingEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getArtists',
    parameters: z.object({ musicFolderId }),
    answer: z.object({
      artists: z.object({
        ignoredArticles: z.string(),
        index: z.array(z.object({ name: z.string(), artist: z.array(ArtistID3) })),
      }),
    }),
    handle: async ({ parameters }, { use }) => {
      checkMusicFolder(parameters.musicFolderId)
      return allArtists(await use(catalog).listing.artists())
    },
  }),
  endpoint({
    name: 'getArtist',
    limit: 'appRead',
    parameters: z.object({ id }),
    answer: z.object({ artist: ArtistWithAlbums }),
    handle: async ({ parameters }, context) => {
      const { id: artistId, name, sortName, albumIds } = await artistOf(context, parameters.id)
      const albums = await albumsInOrder(context, albumIds)
      const coverName = albums.find((album) => album.coverName !== null)?.coverName ?? null
      const head = { id: artistId, name, sortName, albumCount: albums.length, coverName }
      return { artist: { ...artistID3(head), album: albums.map(albumID3) } }
    },
  }),
  endpoint({
    name: 'getAlbum',
    limit: 'appRead',
    parameters: z.object({ id }),
    answer: z.object({ album: AlbumWithSongs }),
    handle: async ({ caller, parameters }, context) => {
      const [album] = await albumsInOrder(context, [parameters.id])
      if (album === undefined) throw new Refused(notFound)
      const { label, releasedOn } = await linerNotesOf(context.services.db, album)
      const [year, month, day] = (releasedOn ?? '').split('-').map(Number)
      return {
        album: {
          ...albumID3(album),
          ...(label !== '' && { recordLabels: [{ name: label }] }),
          ...(month !== undefined && {
            releaseDate: { year, month, ...(day !== undefined && { day }) },
          }),
          song: await songsOfAlbum(context, caller, album.id),
        },
      }
    },
  }),
  endpoint({
    name: 'getSong',
    limit: 'appRead',
    parameters: z.object({ id }),
    answer: z.object({ song: Child }),
    handle: async ({ caller, parameters }, context) => {
      const [song] = await songsInOrder(context, caller, [parameters.id])
      if (song === undefined) throw new Refused(notFound)
      return { song }
    },
  }),
  endpoint({
    name: 'getGenres',
    parameters: z.object({}),
    answer: z.object({
      genres: z.object({
        genre: z.array(z.object({ songCount: integer, albumCount: integer, value: elementText() })),
      }),
    }),
    handle: async (_call, { use }) => ({
      genres: {
        genre: (await use(catalog).listing.genres()).map(({ name, songs, albums }) => ({
          value: name,
          songCount: songs,
          albumCount: albums,
        })),
      },
    }),
  }),
]
