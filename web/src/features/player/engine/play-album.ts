import type { Album } from '@tonarchiv/contract/catalog'
import { isPlayable, tracksOfAlbum } from '#features/tracks/index.ts'
import { sourceOfAlbum } from '../order/track-link.ts'
import { getPlayer } from './player-instance.ts'
import { playTrackAt } from './play-track-at.ts'

/**
 * Plays a track of an album and then the rest of the album; pauses the track if it is playing. Without a track id it
 * plays the album's current track, otherwise its first one. With a second it plays from there and never pauses.
 */
export function playAlbum(album: Album, trackId?: string, second?: number): void {
  const player = getPlayer()
  const tracks = tracksOfAlbum(album)
  const wanted = trackId ?? player.state.getState().track?.id
  const track = tracks.find(({ id }) => id === wanted) ?? tracks.find(isPlayable)
  if (!track) return
  if (second === undefined || player.state.getState().track?.id !== track.id)
    player.choose(tracks, track, sourceOfAlbum(album))
  if (second !== undefined) playTrackAt(track, second)
}

/** Plays the whole album in a random order. */
export function shuffleAlbum(album: Album): void {
  getPlayer().playAll(tracksOfAlbum(album), { isShuffled: true, source: sourceOfAlbum(album) })
}
