import { shownTitle } from '@tonarchiv/contract/archive'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import type { Profile } from './directory.ts'
import type { State } from './states.ts'

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
  if (isPlaying && track !== null) return `Hört ${shownTitle(track.title)}`
  // A browser that names the track itself is not believed to have asked.
  return showListening || !place.startsWith('Hört ') ? place : ''
}
