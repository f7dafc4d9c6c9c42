import { canStart, canStartNow, type Track } from '#features/tracks/index.ts'

const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

/** A track at one position of the list or of the queue; the same track may be at several positions. */
export interface QueueEntry {
  /** Unique in all lists and queues of the account. */
  key: string
  track: Track
}

/** The title of the list that is played, and the path of its page. */
export interface PlaySource {
  title: string
  path: string
}

/** The current track, and the tracks before and after it. Immutable: every step creates a new order. */
export interface PlayOrder {
  /** The album (or another list) in its own order. */
  list: readonly QueueEntry[]
  /** Undefined while nothing was chosen. */
  source: PlaySource | undefined
  /** The order of playing: the list itself, or a permutation of it while shuffled. */
  order: readonly QueueEntry[]
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
  source: undefined,
  order: [],
  position: -1,
  queue: [],
  inBetween: undefined,
  repeat: 'off',
  isShuffled: false,
}

export function currentTrack({ order, position, inBetween }: PlayOrder): Track | undefined {
  return inBetween ?? order[position]?.track
}

/** Starts with this track of the list; repeat and shuffle are kept. */
export function chooseTrack(
  state: PlayOrder,
  list: readonly Track[],
  track: Track,
  { source, random = Math.random }: { source?: PlaySource | undefined; random?: Random } = {},
): PlayOrder {
  const entries = list.map(entryOf)
  // The same track may be in the list twice.
  const place = list.includes(track) ? list.indexOf(track) : list.findIndex(({ id }) => id === track.id)
  const chosen = entries[place]
  const order = state.isShuffled ? shuffledBehind(chosen, entries, random) : entries
  const position = order.findIndex((entry) => entry === chosen)
  return { ...state, list: entries, source, order, position, inBetween: undefined }
}

const PREFIX = Math.random().toString(36).slice(2, 10)
let entriesMade = 0

/** An entry with a key of its own. */
export function entryOf(track: Track): QueueEntry {
  entriesMade += 1
  return { key: `${PREFIX}-${entriesMade}`, track }
}

/**
 * Starts with the first playable track of the list, or with a random one when shuffled; undefined if there is none.
 */
export function chooseList(
  state: PlayOrder,
  list: readonly Track[],
  isShuffled: boolean,
  { source, random = Math.random }: { source?: PlaySource | undefined; random?: Random } = {},
): PlayOrder | undefined {
  const here = list.filter(canStartNow)
  const playable = here.length > 0 ? here : list.filter((track) => canStart(track))
  const first = playable[isShuffled ? Math.floor(random() * playable.length) : 0]
  return first && chooseTrack({ ...state, isShuffled }, list, first, { source, random })
}

/**
 * The queue's first track, else the next playable one, wrapping only with repeat "all"; undefined means stop.
 * See docs/product.md §8.2.
 */
export function stepForward(state: PlayOrder): PlayOrder | undefined {
  const next = stepTo(state, canStartNow)
  // No playable track is on this device: the next one waits for the connection.
  return next ?? stepTo(state, (track) => canStart(track))
}

function stepTo(state: PlayOrder, isMeant: IsMeant): PlayOrder | undefined {
  const first = state.queue.find(({ track }) => isMeant(track))
  if (!first) return step(state, 1, isMeant)
  return { ...state, queue: state.queue.filter((entry) => entry !== first), inBetween: first.track }
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
  if (state.inBetween === undefined)
    return step(state, -1, canStartNow) ?? step(state, -1, (track) => canStart(track))
  return state.position < 0 ? undefined : { ...state, inBetween: undefined }
}

/**
 * Adds the song list as the order after a queued track was played while nothing was chosen. The order continues after
 * that track, or from the beginning if the list does not contain it. See docs/product.md §8.2.
 */
export function withSongList(
  state: PlayOrder,
  songs: readonly Track[],
  random: Random = Math.random,
): PlayOrder {
  if (state.inBetween === undefined || state.list.length > 0) return state
  const source = { title: 'Archive', path: '/archive' }
  const chosen = chooseTrack(state, songs, state.inBetween, { source, random })
  return chosen.position < 0 ? { ...chosen, inBetween: state.inBetween } : chosen
}

type IsMeant = (track: Track) => boolean

function step(state: PlayOrder, direction: 1 | -1, isMeant: IsMeant): PlayOrder | undefined {
  const { order, position, repeat } = state
  if (position < 0 && direction < 0) return undefined
  for (let distance = 1; distance <= order.length; distance += 1) {
    const place = position + direction * distance
    const isInside = place >= 0 && place < order.length
    if (!isInside && repeat !== 'all') return undefined
    const wrapped = (place + order.length) % order.length
    const entry = order[wrapped]
    if (entry && isMeant(entry.track)) return { ...state, position: wrapped, inBetween: undefined }
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
  return { ...state, isShuffled, order, position: order.findIndex((entry) => entry === current) }
}

/** The next mode: off, all, one, off. See docs/product.md §8.2. */
export function repeatAfter(repeat: Repeat): Repeat {
  return REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off'
}

/** This entry first if the list contains it, then the others in random order (Fisher-Yates). */
function shuffledBehind(
  first: QueueEntry | undefined,
  list: readonly QueueEntry[],
  random: Random,
): QueueEntry[] {
  const rest = list.filter((entry) => entry !== first)
  const shuffled = list.filter((entry) => entry === first)
  while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return shuffled
}
