import type { Caller } from '#access/caller.ts'
import { coverNameOf } from '#features/catalog/index.ts'
import { viewerOf, type PlaylistsServices } from './find-visible.ts'
import { coversOf, findShownCover } from './store/covers.ts'
import { findPlaylist } from './store/playlists.ts'
import { playlistsToWire } from './to-wire.ts'

/** The image of a playlist: an uploaded image, or the names of album covers. Four covers make a mosaic. */
export type PlaylistPicture =
  | { isOwn: true; name: string; storageName: () => Promise<string | undefined> }
  | { isOwn: false; coverNames: readonly string[] }

/** The image of a playlist; undefined when the caller may not see the playlist. */
export async function pictureOf(
  needs: Pick<PlaylistsServices, 'db' | 'presence'>,
  caller: Caller,
  id: string,
): Promise<PlaylistPicture | undefined> {
  const { db } = needs
  const viewer = viewerOf(caller)
  const row = await findPlaylist(db, viewer, id)
  if (row === undefined) return undefined
  const name = (await coversOf(db, [id])).get(id)
  if (name !== undefined)
    return { isOwn: true, name, storageName: async () => (await findShownCover(db, name))?.storageName }
  const [playlist] = await playlistsToWire(needs, [row], viewer)
  return { isOwn: false, coverNames: (playlist?.covers ?? []).flatMap((url) => coverNameOf(url) ?? []) }
}
