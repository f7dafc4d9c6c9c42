import type { Track } from '#features/tracks/index.ts'
import { getPlayer } from './player-instance.ts'
import { isSounding } from './playback/player-state.ts'

/** Milliseconds within which another device has to report that it plays the track. */
const REPORTED_WITHIN = 5000
/** Milliseconds that a member has to answer whether the listening room is left for the track. */
const ANSWERED_WITHIN = 60_000

/**
 * Plays a track at once, from this second; without one it goes on where it was paused. Afterwards playback continues
 * with the queue and the list as before.
 */
export function playTrackAt(track: Track, second?: number): void {
  const player = getPlayer()
  const isCurrent = () => player.state.getState().track?.id === track.id
  const seek = () => {
    if (second !== undefined) player.seekToSeconds(second)
  }
  if (isCurrent()) {
    seek()
    if (!isSounding(player.state.getState().status)) player.toggle()
    return
  }
  player.playInBetween(track)
  if (isCurrent()) return seek()
  // If this tab controls another device, that device reports the track once it has loaded the file. In a listening room
  // the member is asked first.
  const stop = player.state.subscribe(() => {
    if (!isCurrent()) return
    stop()
    seek()
  })
  setTimeout(stop, player.state.getState().isFollowing ? ANSWERED_WITHIN : REPORTED_WITHIN)
}
