import { canStart, type Track } from '#features/tracks/index.ts'
import { entryOf, type PlayOrder, type QueueEntry } from './play-order.ts'

/** The tracks after the current one. */
export interface Upcoming {
  /** Tracks that were queued by hand. They play first. */
  queued: readonly QueueEntry[]
  /**
   * The remaining tracks of the list in the sequence of playing. With repeat "all", the tracks from the beginning of
   * the list up to the current one follow.
   */
  following: readonly QueueEntry[]
}

/** All tracks that play after the current one. See docs/product.md §8.3. */
export function upcomingOf({ queue, order, position, repeat }: PlayOrder): Upcoming {
  const rest = order.slice(position + 1)
  const again = repeat === 'all' ? order.slice(0, Math.max(0, position)) : []
  return { queued: queue, following: [...rest, ...again].filter(({ track }) => canStart(track)) }
}

/** Number of tracks after the current one. */
export function upcomingCount(state: PlayOrder): number {
  const { queued, following } = upcomingOf(state)
  return queued.length + following.length
}

/**
 * Adds tracks at the beginning (`next`) or at the end (`last`) of the queue. Tracks that cannot be played are left out.
 */
export function withQueued(state: PlayOrder, tracks: readonly Track[], where: 'next' | 'last'): PlayOrder {
  const added = tracks.filter((track) => canStart(track)).map(entryOf)
  return { ...state, queue: where === 'next' ? [...added, ...state.queue] : [...state.queue, ...added] }
}

/** Removes upcoming entries by their keys; the current track continues. */
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
 * Moves upcoming entries, in the sequence of playing, into the group `to.group`. `to.index` counts the entries of that
 * group that are not moved. Entries of the list that are moved into the queue become queued entries, and vice versa.
 */
export function moveUpcoming(
  state: PlayOrder,
  keys: readonly string[],
  to: { group: keyof Upcoming; index: number },
): PlayOrder {
  const { queued, following } = upcomingOf(state)
  const wanted = new Set(keys)
  const entries = [...queued, ...following].filter(({ key }) => wanted.has(key))
  if (entries.length === 0) return state
  const without = removeUpcoming(state, keys)
  const others = upcomingOf(without)[to.group]
  const index = Math.min(Math.max(0, to.index), others.length)
  const moved = others.toSpliced(index, 0, ...entries)
  return to.group === 'queued' ? { ...without, queue: moved } : withFollowing(without, moved)
}

/** The order that plays this upcoming entry; undefined when the entry is not upcoming any more. */
export function playUpcoming(state: PlayOrder, key: string): PlayOrder | undefined {
  const queued = state.queue.find((entry) => entry.key === key)
  if (queued)
    return { ...state, queue: state.queue.filter((entry) => entry !== queued), inBetween: queued.track }
  const position = state.order.findIndex((entry) => entry.key === key)
  return position < 0 ? undefined : { ...state, position, inBetween: undefined }
}

/** The order that plays this track immediately; afterwards playback continues with the queue and the list as before. */
export function playInBetween(state: PlayOrder, track: Track): PlayOrder {
  return { ...state, inBetween: track }
}

/** Removes all upcoming entries; the current track continues. */
export function clearUpcoming(state: PlayOrder): PlayOrder {
  return withFollowing({ ...state, queue: [] }, [])
}

/**
 * Undoes a removal that changed the order from `before` to `after`. Changes that were made since then are kept. If a
 * removed entry was before the present current track, it becomes the next to play.
 */
export function restoreUpcoming(
  state: PlayOrder,
  { before, after }: { before: PlayOrder; after: PlayOrder },
): PlayOrder {
  const queue = withReturned(state.queue, { before: before.queue, after: after.queue })
  const listed = new Set(state.list.map(({ key }) => key))
  const isOther =
    after.list.length > 0 ? !after.list.some(({ key }) => listed.has(key)) : state.list.length > 0
  if (isOther) return { ...state, queue }
  const current = state.order[state.position]
  const order = withReturned(state.order, {
    before: state.isShuffled ? before.order : before.list,
    after: after.order,
    from: state.repeat === 'all' ? 0 : state.position + 1,
  })
  const list = state.isShuffled ? withReturned(state.list, { before: before.list, after: after.list }) : order
  return { ...state, queue, list, order, position: current ? order.indexOf(current) : -1 }
}

/** Puts removed entries back, each behind the entry that was before it. No entry is put before the index `from`. */
function withReturned(
  entries: readonly QueueEntry[],
  removal: { before: readonly QueueEntry[]; after: readonly QueueEntry[]; from?: number },
): readonly QueueEntry[] {
  const [present, left] = [entries, removal.after].map((each) => new Set(each.map(({ key }) => key)))
  const returning = new Map<string | undefined, QueueEntry[]>()
  let anchor: string | undefined
  for (const entry of removal.before) {
    if (present?.has(entry.key)) anchor = entry.key
    else if (!left?.has(entry.key)) returning.set(anchor, [...(returning.get(anchor) ?? []), entry])
  }
  if (returning.size === 0) return entries
  const waiting = [...(returning.get(undefined) ?? [])]
  const all = entries.flatMap((entry, index) => {
    const here = index >= (removal.from ?? 0) ? waiting.splice(0) : []
    waiting.push(...(returning.get(entry.key) ?? []))
    return [...here, entry]
  })
  return [...all, ...waiting]
}

/** Replaces the entries after the current one. Without shuffle, the list itself is changed as well. */
function withFollowing(state: PlayOrder, following: readonly QueueEntry[]): PlayOrder {
  const { order, position, repeat, isShuffled, list } = state
  const end = Math.max(0, position + 1)
  // With repeat "all", the entries before the current one are upcoming, too, and are part of `following`.
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
