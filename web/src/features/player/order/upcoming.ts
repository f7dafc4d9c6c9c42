import { canStart, type Track } from '#features/tracks/index.ts'
import { entryOf, type PlayOrder, type QueueEntry } from './play-order.ts'

/** The tracks after the current one. */
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

/** Number of tracks after the current one. */
export function upcomingCount(state: PlayOrder): number {
  const { queued, following } = upcomingOf(state)
  return queued.length + following.length
}

/** Adds tracks at the beginning or at the end of the queue; tracks that cannot be played are left out. */
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
 * Moves entries that have not played yet, in the order of playing, to this index among the others of a group. Entries
 * of the list that are moved into the queue count as queued by hand, and the reverse.
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

/** Plays this entry of the queue or of the list now; undefined when it is not upcoming any more. */
export function playUpcoming(state: PlayOrder, key: string): PlayOrder | undefined {
  const queued = state.queue.find((entry) => entry.key === key)
  if (queued)
    return { ...state, queue: state.queue.filter((entry) => entry !== queued), inBetween: queued.track }
  const position = state.order.findIndex((entry) => entry.key === key)
  return position < 0 ? undefined : { ...state, position, inBetween: undefined }
}

/** Plays a track at once; afterwards playback continues with the queue and the list as before. */
export function playInBetween(state: PlayOrder, track: Track): PlayOrder {
  return { ...state, inBetween: track }
}

/** Removes everything that has not played yet; the playing track continues. */
export function clearUpcoming(state: PlayOrder): PlayOrder {
  return withFollowing({ ...state, queue: [] }, [])
}

/**
 * Undoes a removal that changed `before` to `after`. What was chosen or queued since then is kept. Entries that would
 * be before the current track are the next to play.
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

/** Puts removed entries back, each after the entry that was before it, but at the earliest at the index `from`. */
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
