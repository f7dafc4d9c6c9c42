import { canStart, canStartNow, type Track } from '#features/tracks/index.ts'

const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

/** A track in the list or in the queue. The same track may be in several entries. */
export interface QueueEntry {
  /** Identifies the entry; unique among all lists and queues of the account. */
  key: string
  track: Track
}

/** The title of the list that is played, such as an album or playlist, and the path of its page. */
export interface PlaySource {
  title: string
  path: string
}

/** The current track, and the tracks before and after it. A `PlayOrder` is immutable: each change creates a new one. */
export interface PlayOrder {
  /** The tracks of the chosen album or other list, in the sequence of that list. */
  list: readonly QueueEntry[]
  /** Names the list that is played; undefined while no list was chosen. */
  source: PlaySource | undefined
  /** The entries of `list` in the sequence of playing: shuffled, or the same as in `list`. */
  order: readonly QueueEntry[]
  /** Index in `order` of the current entry; -1 while no list was chosen. */
  position: number
  /** Tracks that were queued by hand. They play before `order` continues. */
  queue: readonly QueueEntry[]
  /** The current track if it came from the queue. After it, playback continues in `order` after `position`. */
  inBetween: Track | undefined
  repeat: Repeat
  isShuffled: boolean
}

/** Returns a random number from 0 up to, but not including, 1. */
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

/** The order that plays this track of the list; the queue, repeat and shuffle stay as they are. */
export function chooseTrack(
  state: PlayOrder,
  list: readonly Track[],
  track: Track,
  { source, random = Math.random }: { source?: PlaySource | undefined; random?: Random } = {},
): PlayOrder {
  const entries = list.map(entryOf)
  // The same track may be in the list twice, so the identical object is searched before the id.
  const place = list.includes(track) ? list.indexOf(track) : list.findIndex(({ id }) => id === track.id)
  const chosen = entries[place]
  const order = state.isShuffled ? shuffledBehind(chosen, entries, random) : entries
  const position = order.findIndex((entry) => entry === chosen)
  return { ...state, list: entries, source, order, position, inBetween: undefined }
}

const PREFIX = Math.random().toString(36).slice(2, 10)
let entriesMade = 0

/** A new entry for a track, with a new key. */
export function entryOf(track: Track): QueueEntry {
  entriesMade += 1
  return { key: `${PREFIX}-${entriesMade}`, track }
}

/**
 * The order that plays the first playable track of a list, or a random one if `isShuffled`; undefined if the list has
 * no playable track.
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
 * Returns the play order after a step to the next track: the first track of the queue, otherwise the next playable track
 * of the list. After the end of the list it starts again only with repeat "all"; otherwise the result is undefined,
 * which means that playback stops. See docs/product.md §8.2.
 */
export function stepForward(state: PlayOrder): PlayOrder | undefined {
  const next = stepTo(state, canStartNow)
  // If none of the tracks can be played without a connection, the next track waits for the connection.
  return next ?? stepTo(state, (track) => canStart(track))
}

function stepTo(state: PlayOrder, isMeant: IsMeant): PlayOrder | undefined {
  const first = state.queue.find(({ track }) => isMeant(track))
  if (!first) return step(state, 1, isMeant)
  return { ...state, queue: state.queue.filter((entry) => entry !== first), inBetween: first.track }
}

/** The track that plays after the current one has ended; undefined if playback stops then. */
export function trackAfter(state: PlayOrder): Track | undefined {
  if (state.repeat === 'one') return currentTrack(state)
  const next = stepForward(state)
  return next && currentTrack(next)
}

/**
 * The order in which the previous playable track is the current one; undefined at the beginning of the list, except
 * with repeat "all". While a queued track plays, the previous track is the one at `position`.
 */
export function stepBack(state: PlayOrder): PlayOrder | undefined {
  if (state.inBetween === undefined)
    return step(state, -1, canStartNow) ?? step(state, -1, (track) => canStart(track))
  return state.position < 0 ? undefined : { ...state, inBetween: undefined }
}

/**
 * Adds the archive's song list when a queued track plays although no list was chosen. Playback continues after that
 * track in the song list, or at the beginning if the song list does not contain the track. See docs/product.md §8.2.
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
 * Switches shuffle. On: the current track stays, and all other tracks of the list follow in random order. Off: playback
 * continues after the current track in the sequence of the list. See docs/product.md §8.2.
 */
export function withShuffle(state: PlayOrder, isShuffled: boolean, random: Random = Math.random): PlayOrder {
  const current = state.order[state.position]
  const order = isShuffled ? shuffledBehind(current, state.list, random) : state.list
  return { ...state, isShuffled, order, position: order.findIndex((entry) => entry === current) }
}

/** The repeat mode after this one: off, all, one, and off again. See docs/product.md §8.2. */
export function repeatAfter(repeat: Repeat): Repeat {
  return REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off'
}

/** The entries of the list in random order (Fisher-Yates); `first`, if the list contains it, comes first. */
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
