import { type ArtistPlays, TOP_TRACKS_OF_ARTIST } from '@tonarchiv/contract/artists'
import { findTracks } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import { topTrackOf } from './plays.ts'
import * as store from './store.ts'

/** The number of plays of the tracks by or with an artist; 0 for an unknown artist. */
export async function artistPlays(
  { db }: Pick<Services, 'db'>,
  artistId: string,
  userId: string,
): Promise<ArtistPlays> {
  const counts = await store.mostPlayedOfArtist(db, artistId, TOP_TRACKS_OF_ARTIST)
  const tracks = await findTracks(
    db,
    counts.map(({ trackId }) => trackId),
  )
  return {
    tracks: counts.flatMap(({ trackId, count }) => topTrackOf(tracks.get(trackId), count)),
    count: await store.playsOfArtist(db, artistId),
    ...(await store.personalPlaysOfArtist(db, artistId, userId)),
  }
}
