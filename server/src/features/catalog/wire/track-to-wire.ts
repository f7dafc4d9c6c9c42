import type { Song } from '@tonarchiv/contract/catalog'
import { artistOf, type Track } from '../store/find-tracks.ts'
import { isPlayable } from '../store/playable.ts'
import { coverUrlOf } from './to-wire.ts'

/** A track as lists show it; one that cannot be played has no file. */
export function trackToWire(track: Track): Omit<Song, 'albumTitle' | 'url' | 'count' | 'lastPlayed'> {
  return {
    ...textsToWire(track),
    id: track.id,
    ...(isPlayable(track) && { file: track.fileName }),
    duration: track.durationSeconds,
    exclusive: track.album.isExclusive,
    ...(track.needsConversion === 1 && { needsConversion: true }),
  }
}

/** The texts and the cover of a track, without the fields that are needed to play it. */
export function textsToWire(track: Track): Pick<Song, 'title' | 'artist' | 'album' | 'coverUrl'> {
  return {
    title: track.title,
    artist: artistOf(track),
    album: track.album.title,
    coverUrl: coverUrlOf(track.album.coverName),
  }
}

/** The track that a stored row refers to, for playing; null when it was deleted or is not playable. */
export function playableToWire(track: Track | undefined): PlayableOnWire | null {
  if (track === undefined || !isPlayable(track)) return null
  const { id, duration, exclusive, needsConversion } = trackToWire(track)
  return { id, file: track.fileName, duration, exclusive, ...(needsConversion && { needsConversion }) }
}

type PlayableOnWire = Pick<Song, 'id' | 'duration' | 'exclusive' | 'needsConversion'> & { file: string }
