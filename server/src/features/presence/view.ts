import type { OnlineUser } from '@tonarchiv/contract/presence'
import type { Profile } from './directory.ts'
import { personIn } from './people.ts'
import type { State } from './states.ts'

const TRACK_EXTENSION = /\.(?:mp3|m4a|wav)$/i
/** How the status of somebody who listens begins. See docs/product.md §13.2. */
const LISTENS = 'Hört '

/**
 * Somebody as a reader sees them; without a state they are offline. Readers without access to the archive are not told
 * which of its tracks plays. A paused track gives way to a status of one's own.
 */
export function viewOf(profile: Profile, state: State | undefined, hasArchiveAccess: boolean): OnlineUser {
  const { ownStatus, showListening } = profile
  const person = personIn(profile)
  if (state === undefined)
    return { ...person, isOnline: false, isPlaying: false, currentTrack: null, customStatus: ownStatus }
  const track = showListening ? state.track : null
  const isPlaying = track !== null && state.isPlaying
  const isHidden = track !== null && track.id !== null && !hasArchiveAccess
  const isShown = !isHidden && (isPlaying || ownStatus === '')
  return {
    ...person,
    isOnline: true,
    isPlaying,
    currentTrack: isShown ? track : null,
    customStatus: ownStatus === '' ? statusText(state, { isPlaying, isHidden, showListening }) : ownStatus,
  }
}

/** From the player and the place. See docs/product.md §13.2. */
function statusText(
  { track, place }: State,
  { isPlaying, isHidden, showListening }: { isPlaying: boolean; isHidden: boolean; showListening: boolean },
): string {
  if (isPlaying && track !== null)
    return LISTENS + (isHidden ? 'Musik' : track.title.replace(TRACK_EXTENSION, ''))
  // A browser that names the track in its place does not get around that.
  return (showListening && !isHidden) || !place.startsWith(LISTENS) ? place : ''
}

/** Whether a reader without access to the archive sees somebody differently. */
export function mentionsTrack({ currentTrack }: OnlineUser): boolean {
  return currentTrack !== null && currentTrack.id !== null
}
