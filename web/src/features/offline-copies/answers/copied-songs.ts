import type { Song } from '@tonarchiv/contract/catalog'
import { trackOfEntry } from '#features/playlists/index.ts'
import { isPlayable, trackOfFavorite, tracksOfAlbum, type PlayableTrack } from '#features/tracks/index.ts'
import type { Collection, Content } from '../copies/collection.ts'

/**
 * The tracks of all collections, each track once. If a track is in several collections, the entry of an album is used,
 * because it has the most details.
 */
export function copiedTracks(collections: readonly Collection[]): PlayableTrack[] {
  const contents = collections.flatMap(({ read }) => read?.content ?? [])
  const rank = (content: Content) => (content.kind === 'album' ? 0 : 1)
  const tracks = contents.toSorted((one, other) => rank(one) - rank(other)).flatMap(tracksOf)
  const known = new Map<string, PlayableTrack>()
  for (const track of tracks) if (!known.has(track.id)) known.set(track.id, track)
  return [...known.values()]
}

function tracksOf(content: Content): PlayableTrack[] {
  if (content.kind === 'album') return tracksOfAlbum(content.album).filter(isPlayable)
  if (content.kind === 'favorites') return content.favorites.map(trackOfFavorite).filter(isPlayable)
  return content.entries.map(trackOfEntry).filter(isPlayable)
}

export function songOf(track: PlayableTrack): Song {
  const { id, title, artist, album, file, coverUrl, durationSeconds, isExclusive, needsConversion } = track
  return {
    id,
    title,
    artist,
    album,
    albumTitle: album,
    file,
    coverUrl,
    duration: durationSeconds,
    exclusive: isExclusive,
    count: 0,
    lastPlayed: null,
    ...(needsConversion && { needsConversion }),
  }
}
