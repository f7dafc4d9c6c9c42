import type { OnlineUser } from '@tonarchiv/contract/presence'
import type { Profile } from './directory.ts'
import type { State } from './states.ts'

const TRACK_EXTENSION = /\.(?:mp3|m4a|wav)$/i

/** Somebody as others see them; without a state they are offline. */
export function viewOf(
  { ownStatus, showListening, ...person }: Profile,
  state: State | undefined,
): OnlineUser {
  if (state === undefined)
    return { ...person, isOnline: false, isPlaying: false, currentTrack: null, customStatus: ownStatus }
  const currentTrack = showListening ? state.track : null
  const isPlaying = currentTrack !== null && state.isPlaying
  return {
    ...person,
    isOnline: true,
    isPlaying,
    currentTrack,
    customStatus: ownStatus === '' ? madeStatus(state, showListening, isPlaying) : ownStatus,
  }
}

/** From the player and the place. decisions §5. */
function madeStatus({ track, place }: State, showListening: boolean, isPlaying: boolean): string {
  if (isPlaying && track !== null) return `Hört ${track.title.replace(TRACK_EXTENSION, '')}`
  // A browser that names the track itself is not believed to have asked.
  return showListening || !place.startsWith('Hört ') ? place : ''
}
