import type { OnlineUser, PublicProfile } from '@tonarchiv/contract/presence'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Profile } from './directory.ts'
import { personIn } from './people.ts'
import { positionAt, type State } from './states.ts'

const TRACK_EXTENSION = /\.(?:mp3|m4a|wav)$/i
/**
 * The beginnings of the status texts of members who are in a listening room, and of those who are listening. See
 * docs/product.md §13.2.
 */
const IN_ROOM = 'Im Hörraum: '
const LISTENS = 'Hört '

/**
 * A member as other members see them. Without a state the member is offline. Members without archive access do not see
 * which track of the archive is playing. A custom status replaces a paused track.
 */
export function viewOf(profile: Profile, state: State | undefined, hasArchiveAccess: boolean): OnlineUser {
  const { ownStatus, showListening, isAdmin } = profile
  const person = isAdmin ? { ...personIn(profile), isAdmin } : personIn(profile)
  if (state === undefined)
    return { ...person, isOnline: false, isPlaying: false, currentTrack: null, customStatus: ownStatus }
  const track = showListening ? state.track : null
  const room = showListening ? state.room : undefined
  const isPlaying = track !== null && state.isPlaying
  const isHidden = track !== null && track.id !== null && !hasArchiveAccess
  const isShown = !isHidden && (isPlaying || ownStatus === '')
  return {
    ...person,
    isOnline: true,
    isPlaying,
    currentTrack: isShown ? track : null,
    ...(room && { room }),
    customStatus: ownStatus === '' ? statusText(state, { isPlaying, isHidden, showListening }) : ownStatus,
  }
}

export type Progress = Pick<PublicProfile, 'listeningSeconds' | 'position'>

/**
 * For how long a member has been listening, and where the track is. It is empty unless `viewOf` shows a track that plays
 * to the same reader.
 */
export function progressOf(
  profile: Profile,
  state: State | undefined,
  { hasArchiveAccess, now }: { hasArchiveAccess: boolean; now: number },
): Progress {
  const { isPlaying, currentTrack } = viewOf(profile, state, hasArchiveAccess)
  if (state === undefined || !isPlaying || currentTrack === null) return {}
  const { listensSince, position } = state
  return {
    ...(listensSince !== undefined && {
      listeningSeconds: Math.floor(Math.max(0, now - listensSince) / 1000),
    }),
    ...(position && { position: positionAt(position, now) }),
  }
}

/** The status text, which is derived from the player and the current page. See docs/product.md §13.2. */
function statusText(
  { track, place, room }: State,
  { isPlaying, isHidden, showListening }: { isPlaying: boolean; isHidden: boolean; showListening: boolean },
): string {
  if (showListening && room !== undefined) return IN_ROOM + room.name
  if (isPlaying && track !== null)
    return LISTENS + (isHidden ? 'Musik' : track.title.replace(TRACK_EXTENSION, ''))
  // A page name that begins like the status of a listener is dropped. Otherwise a browser could reveal a hidden track
  // by sending it as its page.
  return (showListening && !isHidden) || !place.startsWith(LISTENS) ? place : ''
}

/** Whether a caller sees which tracks others play. With a limited scope it sees only that they play something. */
export function seesTracks(caller: Pick<Caller, 'isAdmin' | 'keyVerified' | 'scope'>): boolean {
  return hasKey(caller) && caller.scope === undefined
}

/** Whether members without archive access see this member differently from members with archive access. */
export function mentionsTrack({ currentTrack }: OnlineUser): boolean {
  return currentTrack !== null && currentTrack.id !== null
}
