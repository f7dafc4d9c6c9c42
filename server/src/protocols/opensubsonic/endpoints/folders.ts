import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { id, text } from '../frame/parameters.ts'
import { dateTime, milliseconds } from '../frame/shape.ts'
import { Artist } from '../shapes/artist.ts'
import { Child } from '../shapes/child.ts'
import { albumDirectoryOf, albumsInOrder } from './albums.ts'
import { folderIndex } from './artists.ts'
import { checkMusicFolder, MUSIC_FOLDER_ID, musicFolderId } from './music-folder.ts'
import { songsOfAlbum } from './songs.ts'

const Directory = z.object({
  id: z.string(),
  parent: z.optional(z.string()),
  name: z.string(),
  starred: z.optional(dateTime),
  child: z.array(Child),
})

/**
 * The archive as folders: each artist has a folder, which contains a folder for each album. Albums without artists are
 * at the top level.
 */
export const folderEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getIndexes',
    parameters: z.object({ musicFolderId, ifModifiedSince: z.optional(text(20)) }),
    answer: z.object({
      indexes: z.object({
        ignoredArticles: z.string(),
        lastModified: milliseconds,
        index: z.array(z.object({ name: z.string(), artist: z.array(Artist) })),
      }),
    }),
    handle: async ({ parameters }, { use }) => {
      checkMusicFolder(parameters.musicFolderId)
      const { listing } = use(catalog)
      const lastModified = await listing.unchangedSince()
      const isKnown = Number(parameters.ifModifiedSince) >= lastModified
      const index = isKnown ? [] : folderIndex(await listing.artists())
      return { indexes: { ignoredArticles: '', lastModified, index } }
    },
  }),
  endpoint({
    name: 'getMusicDirectory',
    limit: 'appRead',
    parameters: z.object({ id }),
    answer: z.object({ directory: Directory }),
    handle: async ({ caller, parameters }, context) => {
      if (parameters.id === String(MUSIC_FOLDER_ID)) return { directory: await topDirectory(context) }
      const found =
        (await albumContents(context, caller, parameters.id)) ??
        (await artistContents(context, parameters.id))
      if (found === undefined) throw new Refused(notFound)
      return { directory: found }
    },
  }),
]

type DirectoryAnswer = z.infer<typeof Directory>

async function topDirectory({ services, use }: AppContext): Promise<DirectoryAnswer> {
  const entries = await use(catalog).listing.artists()
  const top = String(MUSIC_FOLDER_ID)
  return {
    id: top,
    name: services.config.siteTitle,
    child: entries.map(({ id: its, name, coverName }) => ({
      id: its,
      parent: top,
      isDir: true,
      title: name,
      artist: name,
      coverArt: coverName ?? undefined,
    })),
  }
}

async function albumContents(
  context: AppContext,
  caller: Caller,
  albumId: string,
): Promise<DirectoryAnswer | undefined> {
  const [album] = await albumsInOrder(context, [albumId])
  if (album === undefined) return undefined
  const { id: its, title, artists } = album
  return {
    id: its,
    parent: artists[0]?.id ?? String(MUSIC_FOLDER_ID),
    name: title,
    child: await songsOfAlbum(context, caller, its),
  }
}

async function artistContents(context: AppContext, artistId: string): Promise<DirectoryAnswer | undefined> {
  const artist = await context.use(catalog).listing.artist(artistId)
  if (artist === undefined) return undefined
  const albums = await albumsInOrder(context, artist.albumIds)
  return {
    id: artist.id,
    parent: String(MUSIC_FOLDER_ID),
    name: artist.name,
    child: albums.map((album) => albumDirectoryOf(artist.id, album)),
  }
}
