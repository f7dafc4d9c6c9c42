import type { AlbumImage, ChatUpload } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { CHAT_SMALL_SIDE } from '#images/images.ts'
import type { MediaRow } from './media-store.ts'

const MEDIA_PATH = '/api/chat/media/'
/** Suffix in the URL of the smaller image. */
const SMALL = '-klein'

/** URL of a file. With `small` it is the URL of the smaller image, which lists show. */
export function mediaUrlOf(name: string, small = false): string {
  return `${MEDIA_PATH}${name}${small ? SMALL : ''}`
}

/** The name of the media in a URL that `mediaUrlOf` made; undefined for any other URL. */
export function nameFromUrl(address: string): string | undefined {
  const name = address.startsWith(MEDIA_PATH) ? address.slice(MEDIA_PATH.length) : ''
  return /^[0-9a-f]{32}$/.test(name) ? name : undefined
}

/** Whether a URL is that of an upload's small image, or of the image itself, which may have no smaller one. */
export function isThumbnailOf(name: string | undefined, address: string): boolean {
  return name !== undefined && (address === mediaUrlOf(name, true) || address === mediaUrlOf(name))
}

/** Parses the last segment of a URL. */
export function parseMediaName(given: string): { name: string; isSmall: boolean } {
  return given.endsWith(SMALL)
    ? { name: given.slice(0, -SMALL.length), isSmall: true }
    : { name: given, isSmall: false }
}

const StoredAlbum = z.array(
  z.object({ name: z.string(), width: z.nullable(z.number()), height: z.nullable(z.number()) }),
)

/** The column of a message with these media; null unless there are several images. */
export function albumColumn(media: readonly MediaRow[]): string | null {
  if (media.length < 2) return null
  return JSON.stringify(media.map(({ name, width, height }) => ({ name, width, height })))
}

/** The images in the column of a message. */
export function imagesIn(album: string | null): AlbumImage[] {
  if (album === null) return []
  return StoredAlbum.parse(JSON.parse(album)).map((image) => ({
    mediaUrl: mediaUrlOf(image.name),
    thumbnailUrl: mediaUrlOf(image.name, hasSmaller(image)),
    mediaWidth: image.width,
    mediaHeight: image.height,
  }))
}

/** The media fields of text messages. */
export const NO_MEDIA: ChatUpload = {
  mediaUrl: null,
  mediaType: null,
  mediaSize: null,
  mediaDuration: null,
  thumbnailUrl: null,
  mediaFilename: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaPeaks: null,
}

/** Whether a smaller image exists; a small image has none. */
function hasSmaller({ width, height }: Pick<MediaRow, 'width' | 'height'>): boolean {
  return Math.max(width ?? 0, height ?? 0) > CHAT_SMALL_SIDE
}

/** URL of the image for lists; null for voice messages. */
export function thumbnailOf(row: Pick<MediaRow, 'name' | 'kind' | 'width' | 'height'>): string | null {
  return row.kind === 'image' ? mediaUrlOf(row.name, hasSmaller(row)) : null
}

export function uploadOf(
  row: Pick<
    MediaRow,
    'name' | 'kind' | 'sizeBytes' | 'durationSeconds' | 'width' | 'height' | 'peaks' | 'fileName'
  >,
): ChatUpload {
  return {
    mediaUrl: mediaUrlOf(row.name),
    mediaType: row.kind,
    mediaSize: row.sizeBytes,
    mediaDuration: row.durationSeconds,
    thumbnailUrl: thumbnailOf(row),
    mediaFilename: row.fileName,
    mediaWidth: row.width,
    mediaHeight: row.height,
    mediaPeaks: row.peaks === null ? null : numbersIn(row.peaks),
  }
}

function numbersIn(json: string): number[] {
  const parsed: unknown = JSON.parse(json)
  return Array.isArray(parsed) ? parsed.filter((value) => typeof value === 'number') : []
}
