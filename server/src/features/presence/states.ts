import { PlayingTrack, RoomPlace } from '@tonarchiv/contract/presence'
import * as z from 'zod/mini'

/** The activity of a member in one browser or in one process. */
export const State = z.object({
  /** The page that the member views, such as "Im Archiv" or "Im Chat". Empty until the browser has sent it. */
  place: z.string(),
  /** The playing or paused track. */
  track: z.nullable(PlayingTrack),
  isPlaying: z.boolean(),
  /** The listening room that a tab of the member follows. */
  room: z.optional(RoomPlace),
  /** The time of the last change in milliseconds since 1970, by the clock of the process that has received it. */
  changedAt: z.number(),
})
export type State = z.infer<typeof State>

/**
 * Merges the states of several browsers. A playing track takes precedence over a paused one, and a later track over an
 * earlier one. The page is the one that was reported last. Undefined without states.
 */
export function mergeStates(states: Iterable<State>): State | undefined {
  let sound: State | undefined
  let place: State | undefined
  let room: RoomPlace | undefined
  for (const state of states) {
    if (place === undefined || state.changedAt >= place.changedAt) place = state
    if (sound === undefined || isNearer(state, sound)) sound = state
    room ??= state.room
  }
  if (sound === undefined || place === undefined) return undefined
  return { ...sound, place: place.place, changedAt: place.changedAt, ...(room && { room }) }
}

function isNearer(state: State, than: State): boolean {
  if (state.isPlaying !== than.isPlaying) return state.isPlaying
  return state.changedAt >= than.changedAt
}

export function isSameState(one: State | undefined, other: State | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.place === other.place &&
    one.isPlaying === other.isPlaying &&
    one.room?.id === other.room?.id &&
    one.room?.name === other.room?.name &&
    one.track?.id === other.track?.id &&
    one.track?.title === other.track?.title &&
    one.track?.artist === other.track?.artist
  )
}
