import { listSongs } from '@tonarchiv/contract/catalog'
import { call } from '#client/call.ts'
import { isPlayable, trackOfSong, type Track } from '#features/tracks/index.ts'

/** The first songs of the archive, in its order. */
export async function songList(): Promise<Track[]> {
  const { songs } = await call(listSongs, { query: {} })
  return songs.map(trackOfSong).filter(isPlayable)
}
