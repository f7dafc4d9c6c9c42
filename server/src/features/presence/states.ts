import { PLAYING_POSITION_MAX, PlayingPosition, PlayingTrack, RoomPlace } from '@tonarchiv/contract/presence'
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
  /** Where the playing track was at a time. Missing when nothing plays or the device does not report positions. */
  position: z.optional(z.extend(PlayingPosition, { at: z.number() })),
  /** The beginning of the time that `trackListening` measures. Missing when nothing plays. */
  listensSince: z.optional(z.number()),
  /** The time of the last change in milliseconds since 1970, by the clock of the process that has received it. */
  changedAt: z.number(),
})
export type State = z.infer<typeof State>

/** A position that deviates from the expected one by more than this many seconds was reached by a seek. */
const SEEK_SECONDS = 3

/** The position at a time. */
export function positionAt(
  { seconds, rate, at }: NonNullable<State['position']>,
  now: number,
): PlayingPosition {
  const moved = seconds + ((now - at) / 1000) * rate
  return { seconds: Math.min(Math.max(0, moved), PLAYING_POSITION_MAX), rate }
}

/**
 * The position to keep when a device reports one for the track that already plays. The known position stays as long as
 * it predicts the reported one, so that a track that just goes on is no change.
 */
export function keptPosition(
  known: State['position'],
  reported: PlayingPosition | undefined,
  now: number,
): State['position'] {
  if (reported === undefined) return known
  const isExpected =
    known !== undefined && Math.abs(positionAt(known, now).seconds - reported.seconds) <= SEEK_SECONDS
  return isExpected ? known : { ...reported, at: now }
}

/**
 * Merges the states of several browsers. A playing track takes precedence over a paused one, and a later track over an
 * earlier one. The page is the one that was reported last. Undefined without states.
 */
export function mergeStates(states: Iterable<State>): State | undefined {
  let sound: State | undefined
  let place: State | undefined
  let room: RoomPlace | undefined
  let listensSince: number | undefined
  for (const state of states) {
    if (place === undefined || state.changedAt >= place.changedAt) place = state
    if (sound === undefined || isNearer(state, sound)) sound = state
    room ??= state.room
    listensSince = earlier(listensSince, state.listensSince)
  }
  if (sound === undefined || place === undefined) return undefined
  return {
    ...sound,
    place: place.place,
    changedAt: place.changedAt,
    ...(room && { room }),
    ...(listensSince !== undefined && { listensSince }),
  }
}

/** The earlier of two times, of which either may be unknown. */
export function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
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
    one.track?.artist === other.track?.artist &&
    one.listensSince === other.listensSince &&
    one.position?.at === other.position?.at &&
    one.position?.seconds === other.position?.seconds
  )
}
