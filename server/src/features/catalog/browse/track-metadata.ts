import { type TrackMetadata, UNKNOWN } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import { isPlayable } from '../store/track-list.ts'

/** What the file of a track says about itself, and where it is silent, the archive. @throws Refused `notFound` */
export async function trackMetadata(db: Database, id: string): Promise<TrackMetadata> {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .selectAll('tracks')
    .select(['albums.title as albumTitle', 'albums.releaseYear'])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  return {
    id: track.id,
    title: track.tagTitle ?? track.title,
    artist: track.tagArtist ?? track.albumTitle,
    album: track.tagAlbum ?? track.albumTitle,
    releaseJahr: track.tagYear ?? track.releaseYear ?? UNKNOWN,
    duration: track.durationSeconds,
    format: track.format ?? UNKNOWN,
    bitrate: track.bitrate,
    sampleRate: track.sampleRate,
    channels: track.channels,
    sizeBytes: track.sizeBytes ?? 0,
    createdAt: track.createdAt,
  }
}
