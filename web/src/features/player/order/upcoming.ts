import { canStart, type Track } from '#features/tracks/index.ts'
import { entryOf, type PlayOrder, type QueueEntry } from './play-order.ts'

/** What plays after the current track. */
export interface Upcoming {
  /** Queued by hand; plays first. */
  queued: readonly QueueEntry[]
  /** The rest of the list in the order of playing; with repeat "all" it begins again after its end. */
  following: readonly QueueEntry[]
}

/** Everything that plays after the current track, in this order. See docs/product.md §8.3. */
export function upcomingOf({ queue, order, position, repeat }: PlayOrder): Upcoming {
  const rest = order.slice(position + 1)
  const again = repeat === 'all' ? order.slice(0, Math.max(0, position)) : []
  return { queued: queue, following: [...rest, ...again].filter(({ track }) => canStart(track)) }
}

/** How many tracks come after the current one. */
export function upcomingCount(state: PlayOrder): number {
  const { queued, following } = upcomingOf(state)
  return queued.length + following.length
}

/** Puts tracks at the beginning or at the end of the queue; what cannot be played is left out. */
export function withQueued(state: PlayOrder, tracks: readonly Track[], where: 'next' | 'last'): PlayOrder {
  const added = tracks.filter((track) => canStart(track)).map(entryOf)
  return { ...state, queue: where === 'next' ? [...added, ...state.queue] : [...state.queue, ...added] }
}

/** Removes entries that have not played yet; the playing track continues. */
export function removeUpcoming(state: PlayOrder, keys: readonly string[]): PlayOrder {
  const { queued, following } = upcomingOf(state)
  const wanted = new Set(keys)
  const left = (entries: readonly QueueEntry[]) => entries.filter(({ key }) => !wanted.has(key))
  const removed = new Set(following.filter(({ key }) => wanted.has(key)))
  const queue = queued.length === left(queued).length ? state.queue : left(queued)
  if (removed.size === 0) return queue === state.queue ? state : { ...state, queue }
  const current = state.order[state.position]
  const order = state.order.filter((entry) => !removed.has(entry))
  return {
    ...state,
    queue,
    list: state.list.filter((entry) => !removed.has(entry)),
    order,
    position: current ? order.indexOf(current) : -1,
  }
}

/**
 * Moves an entry that has not played yet to this index of its group. An entry of the list that is moved into the queue
 * counts as queued by hand, and the reverse.
 */
export function moveUpcoming(
  state: PlayOrder,
  key: string,
  to: { group: keyof Upcoming; index: number },
): PlayOrder {
  const upcoming = upcomingOf(state)
  const entry = [...upcoming.queued, ...upcoming.following].find((each) => each.key === key)
  if (!entry) return state
  const without = removeUpcoming(state, [key])
  const others = upcomingOf(without)[to.group]
  const index = Math.min(Math.max(0, to.index), others.length)
  const moved = others.toSpliced(index, 0, entry)
  return to.group === 'queued' ? { ...without, queue: moved } : withFollowing(without, moved)
}

/** Plays this entry of the queue or of the list now; undefined when it is not upcoming any more. */
export function playUpcoming(state: PlayOrder, key: string): PlayOrder | undefined {
  const queued = state.queue.find((entry) => entry.key === key)
  if (queued)
    return { ...state, queue: state.queue.filter((entry) => entry !== queued), inBetween: queued.track }
  const position = state.order.findIndex((entry) => entry.key === key)
  return position < 0 ? undefined : { ...state, position, inBetween: undefined }
}

/** Plays a track at once; afterwards everything continues as it would have. */
export function playInBetween(state: PlayOrder, track: Track): PlayOrder {
  return { ...state, inBetween: track }
}

/** Removes everything that has not played yet; the playing track continues. */
export function clearUpcoming(state: PlayOrder): PlayOrder {
  return withFollowing({ ...state, queue: [] }, [])
}

/** Takes `clearUpcoming` back. What was chosen or queued since then stays. */
export function restoreUpcoming(state: PlayOrder, before: PlayOrder): PlayOrder {
  const queue = [...before.queue, ...state.queue]
  const current = before.order[before.position]
  const isOther = current ? !state.list.includes(current) : state.list.length > 0
  if (isOther) return { ...state, queue }
  const { list, source, order, position } = before
  return { ...state, list, source, order, position, queue }
}

/** The order with other entries after the current one. Without shuffle the list itself is changed. */
function withFollowing(state: PlayOrder, following: readonly QueueEntry[]): PlayOrder {
  const { order, position, repeat, isShuffled, list } = state
  const end = Math.max(0, position + 1)
  // With repeat "all" the entries before the current one are upcoming themselves.
  const past = repeat === 'all' ? order.slice(Math.max(0, position), end) : order.slice(0, end)
  const changed = [...past, ...following]
  const [left, listed] = [new Set(changed), new Set(list)]
  const added = changed.filter((entry) => !listed.has(entry))
  return {
    ...state,
    order: changed,
    list: isShuffled ? [...list.filter((entry) => left.has(entry)), ...added] : changed,
    position: past.length - 1,
  }
}
