import { hash } from 'node:crypto'
import type { Playlist } from '@tonarchiv/contract/playlists'

const DIGEST_LENGTH = 12
const PICTURE_ID = /^(.+)_[0-9a-f]{12}$/

/**
 * The id of the picture of a playlist. It is another one for another picture, because apps keep images by their ids: it
 * contains a digest of the covers that are shown.
 */
export function pictureIdOf({ id, covers }: Pick<Playlist, 'id' | 'covers'>): string {
  return `${id}_${hash('sha256', covers.join('\n')).slice(0, DIGEST_LENGTH)}`
}

/** The playlist with this picture; the id of a playlist itself is one of its current picture. */
export function playlistOfPicture(pictureId: string): string {
  return PICTURE_ID.exec(pictureId)?.[1] ?? pictureId
}
