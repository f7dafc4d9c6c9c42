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

/** Longest title of a source that is saved, in characters. */
const SOURCE_TITLE_MAX = 200

/** What is saved of the player; null when there is nothing to continue with. A longer queue is cut behind. */
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

/** The saved state for the player; undefined when nothing in it can be played. */
export function resumeStateOf(saved: PlayState): ResumeState | undefined {
  const list = saved.list.map((song) => entryOf(trackOfSong(song)))
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

/**
 * The queue of two devices that have both changed it since `base`: what either has added stays, what either has played
 * or removed is gone.
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
