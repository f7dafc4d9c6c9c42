import type { Caller } from '#access/caller.ts'
import { coverNameOf } from '#features/catalog/index.ts'
import { viewerOf, type PlaylistsServices } from './find-visible.ts'
import { coversOf, findShownCover } from './store/covers.ts'
import { findPlaylist } from './store/playlists.ts'
import { playlistsToWire } from './to-wire.ts'

/** What stands for a playlist: its own picture, or the names of covers, four of them for a mosaic. */
export type PlaylistPicture =
  | { isOwn: true; name: string; storageName: () => Promise<string | undefined> }
  | { isOwn: false; coverNames: readonly string[] }

/** The picture of a playlist; undefined for one that the caller may not see. */
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
