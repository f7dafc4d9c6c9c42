import type { Track } from '#features/tracks/index.ts'
import type { PlayOrder, QueueEntry } from '../order/play-order.ts'
import { upcomingOf, type Upcoming } from '../order/upcoming.ts'

/** A track that was played. */
export interface PastPlay {
  id: string
  track: Track
  playedAt: string
}

type Part = 'past' | 'current' | keyof Upcoming

/** A row of the queue: a track, or the heading above the tracks of one part. */
export type QueueRow =
  | { kind: 'heading'; key: Part; part: Part }
  | { kind: 'past'; key: string; track: Track; playedAt: string }
  | { kind: 'current'; key: string; track: Track }
  | { kind: keyof Upcoming; key: string; track: Track }

/** All rows in the order of playing: played tracks, the current track, the queue, the rest of the list. */
export function queueRows(
  order: PlayOrder,
  current: Track | undefined,
  past: readonly PastPlay[],
): QueueRow[] {
  const { queued, following } = upcomingOf(order)
  const upcoming = (kind: keyof Upcoming, entries: readonly QueueEntry[]): QueueRow[] =>
    entries.map(({ key, track }) => ({ kind, key, track }))
  return [
    ...part(
      'past',
      past.map(({ id, track, playedAt }) => ({ kind: 'past', key: id, track, playedAt })),
    ),
    ...part('current', current ? [{ kind: 'current', key: 'current-track', track: current }] : []),
    ...part('queued', upcoming('queued', queued)),
    ...part('following', upcoming('following', following)),
  ]
}

function part(name: Part, rows: readonly QueueRow[]): QueueRow[] {
  return rows.length === 0 ? [] : [{ kind: 'heading', key: name, part: name }, ...rows]
}

/** The target of rows that are moved to this index among the others: the part, and the index in that part. */
export function targetOf(
  rows: readonly QueueRow[],
  keys: readonly string[],
  to: number,
): { group: keyof Upcoming; index: number } {
  const moved = new Set(keys)
  const above = rows.filter((row) => !moved.has(row.key)).slice(0, to)
  const heading = above.findLast(
    (row) => row.kind === 'heading' && (row.part === 'queued' || row.part === 'following'),
  )
  const firstGroup = rows.some(({ kind }) => kind === 'queued') ? 'queued' : 'following'
  if (heading?.kind !== 'heading') return { group: firstGroup, index: 0 }
  const group = heading.part === 'queued' ? 'queued' : 'following'
  return { group, index: above.length - above.indexOf(heading) - 1 }
}

/**
 * The target of rows that are moved behind a row or heading. `after` is the part itself if its heading is not shown.
 */
export function targetBehind(
  rows: readonly QueueRow[],
  keys: readonly string[],
  after: string | number | undefined,
): { group: keyof Upcoming; index: number } {
  if (after === 'queued' || after === 'following') return { group: after, index: 0 }
  const moved = new Set(keys)
  const others = rows.filter((row) => !moved.has(row.key))
  return targetOf(rows, keys, others.findIndex(({ key }) => key === after) + 1)
}

/** The part of an upcoming row and its index in it. */
export function placeOf(rows: readonly QueueRow[], key: string): { group: keyof Upcoming; index: number } {
  return targetOf(
    rows,
    [key],
    rows.findIndex((row) => row.key === key),
  )
}
