import { COVER_WIDTHS } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import { THUMBNAIL_WIDTHS } from '@tonarchiv/contract/videos'
import { wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { catalog, storageNameOfCover } from '#features/catalog/index.ts'
import { type PlaylistPicture, playlists } from '#features/playlists/index.ts'
import { findThumbnail, findVideo } from '#features/videos/index.ts'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import { createJpegImages, type ImageSource, type JpegImages } from '#images/jpeg-images.ts'
import { createResizedImages, type ResizedImages } from '#images/resized-images.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, fileEndpoint } from '../frame/endpoint.ts'
import { id } from '../frame/parameters.ts'
import { playlistOfPicture } from './playlist-picture.ts'

/** The longest side of any image, pixels. */
const SIZE_MAX = 4096
/** Maximum number of an artist's albums that are searched for a cover. */
const ALBUMS_MAX = 50

/** The requested longest side in pixels; 0 for the image in its own size. */
const size = z._default(
  z.pipe(
    wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    z.transform((value: number) => Math.min(value, SIZE_MAX)),
  ),
  0,
)

/** The images for one id, and how long apps may cache the answer. */
interface Picture {
  sources: readonly ImageSource[]
  cacheControl: string
}

/** The header `Cache-Control` for a request by the name of an image. Each new image has a new name. */
const FOR_EVER = 'private, max-age=31536000, immutable'
/** `Cache-Control` for a request by the id of an album, song, video or artist, whose image may change. */
const FOR_AN_HOUR = 'private, max-age=3600'
/** `Cache-Control` for a request by the id of a playlist, which the caller may lose the right to see at any time. */
const ASK_AGAIN = 'private, no-cache'

export const coverEndpoints: readonly Endpoint[] = [coverEndpoint()]

/** Makes the endpoint when it is bound, so that each server in this process has its own cache of images. */
function coverEndpoint(): Endpoint {
  const endpointOf = (images: JpegImages, resized: ResizedImages) =>
    fileEndpoint({
      name: 'getCoverArt',
      limit: 'image',
      media: true,
      parameters: z.object({ id, size }),
      send: async ({ caller, parameters, request, reply }, context) => {
        const found = await pictureOf({ context, caller, resized }, parameters.id)
        const side = parameters.size === 0 ? undefined : parameters.size
        const image = found && (await images.open(found.sources, side, caller.id))
        if (found === undefined || image === undefined) throw new Refused(notFound)
        const { cacheControl } = found
        return sendBytes(request, reply, { ...image, contentType: 'image/jpeg', cacheControl })
      },
    })
  const { name, parameters, answer } = endpointOf(createJpegImages(), { open: async () => undefined })
  return {
    name,
    parameters,
    answer,
    bind: (bind, context) =>
      endpointOf(createJpegImages(), createResizedImages(context.services.storage)).bind(bind, context),
  }
}

interface Asked {
  context: AppContext
  caller: Caller
  resized: ResizedImages
}

/** Finds the image for an id: the name of an image, or the id of an album, song, video, artist or playlist. */
async function pictureOf(asked: Asked, given: string): Promise<Picture | undefined> {
  const { context, caller } = asked
  const { services, use } = context
  const { listing } = use(catalog)
  if ((await storageNameOfCover(services.db, given)) !== undefined)
    return { sources: [coverSource(asked, given)], cacheControl: FOR_EVER }
  if ((await findThumbnail(services.db, given)) !== undefined)
    return { sources: [thumbnailSource(asked, given)], cacheControl: FOR_EVER }
  const ofCover = (coverName: string | null | undefined): Picture => ({
    sources: typeof coverName === 'string' ? [coverSource(asked, coverName)] : [],
    cacheControl: FOR_AN_HOUR,
  })
  const album = (await listing.albums([given])).get(given)
  if (album !== undefined) return ofCover(album.coverName)
  const song = (await listing.songs([given])).get(given)
  if (song !== undefined) return ofCover(song.album.coverName)
  const video = await findVideo(services.db, given)
  if (video !== undefined) {
    const { thumbnailName } = video
    const sources = thumbnailName === null ? [] : [thumbnailSource(asked, thumbnailName)]
    return { sources, cacheControl: FOR_AN_HOUR }
  }
  const artist = await listing.artist(given)
  if (artist !== undefined) {
    const albums = await listing.albums(artist.albumIds.slice(0, ALBUMS_MAX))
    const withCover = artist.albumIds.map((albumId) => albums.get(albumId)?.coverName)
    return ofCover(withCover.find((name) => typeof name === 'string'))
  }
  const picture = await use(playlists).pictureOf(caller, playlistOfPicture(given))
  return picture && { sources: playlistSources(asked, picture), cacheControl: ASK_AGAIN }
}

function playlistSources(asked: Asked, picture: PlaylistPicture): ImageSource[] {
  if (picture.isOwn) {
    const { name, storageName } = picture
    const open: ImageSource['open'] = async (width) => asked.resized.open(storageName, width, asked.caller.id)
    return [{ key: name, widths: COVER_WIDTHS, open }]
  }
  return picture.coverNames.map((name) => coverSource(asked, name))
}

function coverSource({ context: { services }, caller, resized }: Asked, name: string): ImageSource {
  const nameOf = async () => storageNameOfCover(services.db, name)
  return { key: name, widths: COVER_WIDTHS, open: async (width) => resized.open(nameOf, width, caller.id) }
}

function thumbnailSource({ context: { services }, caller, resized }: Asked, name: string): ImageSource {
  const nameOf = async () => findThumbnail(services.db, name)
  return {
    key: name,
    widths: THUMBNAIL_WIDTHS,
    open: async (width) => resized.open(nameOf, width, caller.id),
  }
}
