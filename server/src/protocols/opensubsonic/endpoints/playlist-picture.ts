import { hash } from 'node:crypto'
import type { Playlist } from '@tonarchiv/contract/playlists'

const DIGEST_LENGTH = 12
const PICTURE_ID = /^(.+)_[0-9a-f]{12}$/

/**
 * The id of the image of a playlist. It contains a digest of the covers that the image shows, so a changed image has
 * another id. Apps cache images by their ids.
 */
export function pictureIdOf({ id, covers }: Pick<Playlist, 'id' | 'covers'>): string {
  return `${id}_${hash('sha256', covers.join('\n')).slice(0, DIGEST_LENGTH)}`
}

/** The id of the playlist to which an image belongs. The id of a playlist stands for the playlist's current image. */
export function playlistOfPicture(pictureId: string): string {
  return PICTURE_ID.exec(pictureId)?.[1] ?? pictureId
}
