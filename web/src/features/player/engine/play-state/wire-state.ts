import { QUEUE_MAX, type PlayState, type SavedPlayState } from '@tonarchiv/contract/play-state'
import { trackOfSong } from '#features/tracks/index.ts'
import {
  currentTrack,
  entryOf,
  stepForward,
  type PlayOrder,
  type QueueEntry,
} from '../../order/play-order.ts'
import type { ResumeState } from '../player.ts'

/** Maximum number of characters of the saved title of the list that is played. */
const SOURCE_TITLE_MAX = 200

/**
 * Converts a state to the form that is saved; null when there is nothing to continue with. At most `QUEUE_MAX` entries
 * are saved.
 */
export function savedStateOf({ order, positionSeconds }: ResumeState): SavedPlayState | null {
  if (!currentTrack(order) && order.queue.length === 0) return null
  const queued = order.queue.slice(0, QUEUE_MAX)
  const room = QUEUE_MAX - queued.length
  const start = Math.max(0, Math.min(order.position, order.order.length - room))
  const entries = order.order.slice(start, start + room)
  const kept = new Set(entries)
  const list = order.list.filter((entry) => kept.has(entry))
  const indexes = new Map(list.map((entry, index) => [entry, index]))
  const { source, inBetween, repeat, isShuffled } = order
  return {
    list: list.map(({ track }) => track.id),
    queued: queued.map(({ key, track }) => ({ key, track_id: track.id })),
    in_between: inBetween?.id ?? null,
    order: isShuffled ? entries.flatMap((entry) => indexes.get(entry) ?? []) : null,
    position: Math.min(order.position - start, entries.length - 1),
    source: source ? { title: source.title.slice(0, SOURCE_TITLE_MAX), path: source.path } : null,
    repeat,
    shuffled: isShuffled,
    position_seconds: positionSeconds,
  }
}

/**
 * Converts a saved state to one for the player; undefined when it has no playable track. Tracks that are among the
 * `known` entries keep the keys of these entries, so that React does not create their rows anew.
 */
export function resumeStateOf(saved: PlayState, known: readonly QueueEntry[]): ResumeState | undefined {
  const entries = Map.groupBy(known, ({ track }) => track.id)
  const list = saved.list.map((song) => {
    const track = trackOfSong(song)
    const entry = entries.get(track.id)?.shift()
    return entry ? { key: entry.key, track } : entryOf(track)
  })
  const order: PlayOrder = {
    list,
    source: saved.source ?? undefined,
    order: saved.order ? saved.order.flatMap((index) => list[index] ?? []) : list,
    position: saved.position,
    queue: queuedIn(saved),
    inBetween: saved.in_between ? trackOfSong(saved.in_between) : undefined,
    repeat: saved.repeat,
    isShuffled: saved.shuffled,
  }
  if (!saved.is_current_gone && currentTrack(order)) return { order, positionSeconds: saved.position_seconds }
  const next = stepForward(order)
  return next && { order: next, positionSeconds: 0 }
}

export function queuedIn({ queued }: Pick<PlayState, 'queued'>): QueueEntry[] {
  return queued.map(({ key, track }) => ({ key, track: trackOfSong(track) }))
}

/** The order `changed`, with the current track of `playing`; undefined when `changed` does not contain that track. */
export function withSameTrack(changed: PlayOrder, playing: PlayOrder): PlayOrder | undefined {
  const track = currentTrack(playing)
  if (track === undefined || currentTrack(changed)?.id === track.id) return changed
  const { inBetween } = playing
  if (inBetween)
    return { ...changed, inBetween, queue: changed.queue.filter((entry) => entry.track.id !== inBetween.id) }
  const position = changed.order.findIndex((entry) => entry.track.id === track.id)
  return position < 0 ? undefined : { ...changed, position, inBetween: undefined }
}

/**
 * This tab's order `changed`, moved to the current track of another device (`theirs`); undefined when that device has
 * itself changed the list since `base`.
 */
export function changedAt(changed: PlayOrder, base: PlayOrder, theirs: PlayOrder): PlayOrder | undefined {
  if (!isSameEntries(base.list, theirs.list) || !isSameEntries(base.order, theirs.order)) return undefined
  const current = theirs.order[theirs.position]
  const position = changed.order.findIndex(({ key }) => key === current?.key)
  const { inBetween, queue } = theirs
  // This tab has removed the track that the other device plays. That track is still played to its end.
  if (position < 0) return { ...changed, queue, inBetween: currentTrack(theirs) }
  return { ...changed, queue, position, inBetween }
}

/**
 * Whether playback has at most moved on since `base`: list, order, repeat and shuffle are equal. The current track and
 * the queue may differ.
 */
export function isFurther(order: PlayOrder, base: PlayOrder): boolean {
  return (
    order.repeat === base.repeat &&
    order.isShuffled === base.isShuffled &&
    isSameEntries(order.list, base.list) &&
    isSameEntries(order.order, base.order)
  )
}

export function isSameEntries(one: readonly QueueEntry[], other: readonly QueueEntry[]): boolean {
  return one.length === other.length && one.every(({ key }, index) => key === other[index]?.key)
}

/**
 * Merges the queues of two devices, both of which may have changed since `base`. Tracks that one device has added are
 * kept; tracks that one device has played or removed are left out.
 */
export function mergedQueue(
  base: ReadonlySet<string>,
  mine: readonly QueueEntry[],
  theirs: readonly QueueEntry[],
): QueueEntry[] {
  const keysOf = (entries: readonly QueueEntry[]) => new Set(entries.map(({ key }) => key))
  const [here, there] = [keysOf(mine), keysOf(theirs)]
  return [
    ...mine.filter(({ key }) => there.has(key) || !base.has(key)),
    ...theirs.filter(({ key }) => !here.has(key) && !base.has(key)),
  ]
}
