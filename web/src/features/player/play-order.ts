import { isPlayable, type PlayerTrack } from './track.ts'

const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

/** What plays, and what comes before and after it. Immutable: every step makes a new one. */
export interface PlayOrder {
  /** The album (or another list) in its own order. */
  list: readonly PlayerTrack[]
  /** The order of playing: the list itself, or a permutation of it while shuffled. */
  order: readonly PlayerTrack[]
  /** Place in `order`; -1 while nothing was chosen. */
  position: number
  repeat: Repeat
  isShuffled: boolean
}

/** A number from 0 up to, not including, 1. */
type Random = () => number

export const NOTHING_CHOSEN: PlayOrder = {
  list: [],
  order: [],
  position: -1,
  repeat: 'off',
  isShuffled: false,
}

export function currentTrack({ order, position }: PlayOrder): PlayerTrack | undefined {
  return order[position]
}

/** Begins with this track of the list; repeat and shuffle stay as they are. */
export function chooseTrack(
  state: PlayOrder,
  list: readonly PlayerTrack[],
  track: PlayerTrack,
  random: Random = Math.random,
): PlayOrder {
  const order = state.isShuffled ? shuffledBehind(track, list, random) : list
  return { ...state, list, order, position: order.findIndex(({ id }) => id === track.id) }
}

/** The next playable track, wrapping only with repeat "all"; undefined means stop. Spec §4. */
export function stepForward(state: PlayOrder): PlayOrder | undefined {
  return step(state, 1)
}

/** The playable track before this one, wrapping only with repeat "all"; undefined at the beginning. */
export function stepBack(state: PlayOrder): PlayOrder | undefined {
  return step(state, -1)
}

function step(state: PlayOrder, direction: 1 | -1): PlayOrder | undefined {
  const { order, position, repeat } = state
  if (position < 0) return undefined
  for (let distance = 1; distance <= order.length; distance += 1) {
    const place = position + direction * distance
    const isInside = place >= 0 && place < order.length
    if (!isInside && repeat !== 'all') return undefined
    const wrapped = (place + order.length) % order.length
    const track = order[wrapped]
    if (track && isPlayable(track)) return { ...state, position: wrapped }
  }
  return undefined
}

/**
 * On: the current track stays, every other one follows once in a random order. Off: it goes on in the
 * list's own order from where it is. Spec §4.
 */
export function withShuffle(state: PlayOrder, isShuffled: boolean, random: Random = Math.random): PlayOrder {
  const current = currentTrack(state)
  if (!current) return { ...state, isShuffled }
  if (isShuffled) {
    return { ...state, isShuffled, order: shuffledBehind(current, state.list, random), position: 0 }
  }
  return {
    ...state,
    isShuffled,
    order: state.list,
    position: state.list.findIndex(({ id }) => id === current.id),
  }
}

/** Off, all, one and off again. Spec §4. */
export function repeatAfter(repeat: Repeat): Repeat {
  return REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off'
}

/** This track first, the others behind it, each order equally likely (Fisher and Yates). */
function shuffledBehind(first: PlayerTrack, list: readonly PlayerTrack[], random: Random): PlayerTrack[] {
  const rest = list.filter(({ id }) => id !== first.id)
  const shuffled: PlayerTrack[] = [first]
  while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return shuffled
}
