import { type listSongs, type Song, streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf, type ResponseOf, type QueryOf } from '@tonarchiv/contract/route'
import { type Catalog, type Track, trackToWire } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** All playable tracks in archive order, each with its number of plays by all members. */
export async function songPage(
  { db }: Pick<Services, 'db'>,
  catalog: Catalog,
  page: QueryOf<typeof listSongs>,
): Promise<ResponseOf<typeof listSongs>> {
  const { tracks, total } = await catalog.list.songs(page)
  const counts = await store.countsOfTracks(
    db,
    tracks.map(({ id }) => id),
  )
  return { songs: tracks.map((track) => toWire(track, counts.get(track.id))), total }
}

function toWire(track: Track, plays: store.TrackCount | undefined): Song {
  const song = trackToWire(track)
  const { file } = song
  return {
    ...song,
    albumTitle: song.album,
    ...(file !== undefined && { url: urlOf(streamTrack, { params: { file } }) }),
    count: plays?.count ?? 0,
    lastPlayed: plays?.lastPlayedAt ?? null,
  }
}
