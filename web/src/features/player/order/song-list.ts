import { listSongs, shownTitle } from '@tonarchiv/contract/catalog'
import { call } from '#client/call.ts'
import type { PlayerTrack } from './track.ts'

/** The first songs of the archive, in its order. */
export async function songList(): Promise<PlayerTrack[]> {
  const { songs } = await call(listSongs, { query: {} })
  return songs.flatMap(({ id, title, artist, album, file, coverUrl, duration, exclusive }) =>
    file === undefined
      ? []
      : [{ id, title: shownTitle(title), artist, album, file, coverUrl, duration, isExclusive: exclusive }],
  )
}
