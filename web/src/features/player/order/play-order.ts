import { isPlayable, type Track } from '#features/tracks/index.ts'

const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

/** A queued track; the same track may be queued more than once. */
export interface QueueEntry {
  /** Unique in the queue. */
  key: number
  track: Track
}

/** The current track, and what comes before and after it. Immutable: every step creates a new one. */
export interface PlayOrder {
  /** The album (or another list) in its own order. */
  list: readonly Track[]
  /** The order of playing: the list itself, or a permutation of it while shuffled. */
  order: readonly Track[]
  /** Index in `order`; -1 while nothing was chosen. */
  position: number
  /** Tracks that play before the order continues. */
  queue: readonly QueueEntry[]
  /** The playing track if it came from the queue; the order continues from its position afterwards. */
  inBetween: Track | undefined
  repeat: Repeat
  isShuffled: boolean
}

/** A number from 0 up to, not including, 1. */
type Random = () => number

export const NOTHING_CHOSEN: PlayOrder = {
  list: [],
  order: [],
  position: -1,
  queue: [],
  inBetween: undefined,
  repeat: 'off',
  isShuffled: false,
}

export function currentTrack({ order, position, inBetween }: PlayOrder): Track | undefined {
  return inBetween ?? order[position]
}

/** Starts with this track of the list; repeat and shuffle are kept. */
export function chooseTrack(
  state: PlayOrder,
  list: readonly Track[],
  track: Track,
  random: Random = Math.random,
): PlayOrder {
  const order = state.isShuffled ? shuffledBehind(track, list, random) : list
  const position = order.findIndex(({ id }) => id === track.id)
  return { ...state, list, order, position, inBetween: undefined }
}

/**
 * Starts with the first playable track of the list, or with a random one when shuffled; undefined if there is none.
 */
export function chooseList(
  state: PlayOrder,
  list: readonly Track[],
  isShuffled: boolean,
  random: Random = Math.random,
): PlayOrder | undefined {
  const playable = list.filter(isPlayable)
  const first = playable[isShuffled ? Math.floor(random() * playable.length) : 0]
  return first && chooseTrack({ ...state, isShuffled }, list, first, random)
}

/**
 * The queue's first track, else the next playable one, wrapping only with repeat "all"; undefined means stop.
 * See docs/product.md §8.2.
 */
export function stepForward(state: PlayOrder): PlayOrder | undefined {
  const [first] = state.queue
  return first ? playFromQueue(state, first.key) : step(state, 1)
}

/** The track that plays after the current one has ended. */
export function trackAfter(state: PlayOrder): Track | undefined {
  if (state.repeat === 'one') return currentTrack(state)
  const next = stepForward(state)
  return next && currentTrack(next)
}

/**
 * The previous playable track, wrapping only with repeat "all"; undefined at the beginning. While a queued track
 * plays, the previous track is the one at the order's position.
 */
export function stepBack(state: PlayOrder): PlayOrder | undefined {
  if (state.inBetween === undefined) return step(state, -1)
  return state.position < 0 ? undefined : { ...state, inBetween: undefined }
}

/** Adds a track to the end of the queue; a track that cannot be played is rejected. See docs/product.md §8.3. */
export function addToQueue(state: PlayOrder, track: Track): PlayOrder {
  if (!isPlayable(track)) return state
  const key = Math.max(0, ...state.queue.map((entry) => entry.key)) + 1
  return { ...state, queue: [...state.queue, { key, track }] }
}

/** Removes an entry; the playing track continues. */
export function removeFromQueue(state: PlayOrder, key: number): PlayOrder {
  return { ...state, queue: state.queue.filter((entry) => entry.key !== key) }
}

/** Moves an entry to this index; an index beyond the ends means the first or last place. */
export function moveInQueue(state: PlayOrder, key: number, to: number): PlayOrder {
  const entry = state.queue.find((each) => each.key === key)
  if (!entry) return state
  const others = state.queue.filter((each) => each !== entry)
  const place = Math.min(Math.max(0, to), others.length)
  return { ...state, queue: others.toSpliced(place, 0, entry) }
}

/** Plays this entry and removes it from the queue; undefined when it is no longer queued. */
export function playFromQueue(state: PlayOrder, key: number): PlayOrder | undefined {
  const taken = state.queue.find((entry) => entry.key === key)
  return taken && { ...removeFromQueue(state, key), inBetween: taken.track }
}

/**
 * Adds the song list as the order when a queued track was played before anything was chosen: it continues after that
 * track, or from the beginning if the list does not contain it. See docs/product.md §8.2.
 */
export function withSongList(
  state: PlayOrder,
  songs: readonly Track[],
  random: Random = Math.random,
): PlayOrder {
  if (state.inBetween === undefined || state.list.length > 0) return state
  const chosen = chooseTrack(state, songs, state.inBetween, random)
  return chosen.position < 0 ? { ...chosen, inBetween: state.inBetween } : chosen
}

function step(state: PlayOrder, direction: 1 | -1): PlayOrder | undefined {
  const { order, position, repeat } = state
  if (position < 0 && direction < 0) return undefined
  for (let distance = 1; distance <= order.length; distance += 1) {
    const place = position + direction * distance
    const isInside = place >= 0 && place < order.length
    if (!isInside && repeat !== 'all') return undefined
    const wrapped = (place + order.length) % order.length
    const track = order[wrapped]
    if (track && isPlayable(track)) return { ...state, position: wrapped, inBetween: undefined }
  }
  return undefined
}

/**
 * On: the current track stays, and all others follow once in random order. Off: the order continues in the list's own
 * order from the current track. See docs/product.md §8.2.
 */
export function withShuffle(state: PlayOrder, isShuffled: boolean, random: Random = Math.random): PlayOrder {
  const current = state.order[state.position]
  const order = isShuffled ? shuffledBehind(current, state.list, random) : state.list
  return { ...state, isShuffled, order, position: order.findIndex(({ id }) => id === current?.id) }
}

/** The next mode: off, all, one, off. See docs/product.md §8.2. */
export function repeatAfter(repeat: Repeat): Repeat {
  return REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off'
}

/** This track first if the list contains it, then the others in random order (Fisher-Yates). */
function shuffledBehind(first: Track | undefined, list: readonly Track[], random: Random): Track[] {
  const rest = list.filter(({ id }) => id !== first?.id)
  const shuffled = list.filter(({ id }) => id === first?.id)
  while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return shuffled
}
