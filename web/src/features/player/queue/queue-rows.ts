import type { Track } from '#features/tracks/index.ts'
import type { PlayOrder, QueueEntry } from '../order/play-order.ts'
import { upcomingOf, type Upcoming } from '../order/upcoming.ts'

/** A track that has been played, with the time of the play. */
export interface PastPlay {
  id: string
  track: Track
  playedAt: string
}

type Part = 'past' | 'current' | keyof Upcoming

/** A row of the queue view: a track, or the heading of a group of tracks. */
export type QueueRow =
  | { kind: 'heading'; key: Part; part: Part }
  | { kind: 'past'; key: string; track: Track; playedAt: string }
  | { kind: 'current'; key: string; track: Track }
  | { kind: keyof Upcoming; key: string; track: Track }

/**
 * All rows of the queue view: played tracks, the current track, queued tracks, and the rest of the list; each with a
 * heading.
 */
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

/**
 * Where rows are moved to when they are dropped at the index `to` among the other rows: the group, and the index within
 * that group.
 */
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
 * Where rows are moved to when they are dropped behind a row or a heading. `after` is the group itself if its heading
 * is not shown.
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

/** The group of an upcoming row, and the index of the row in that group. */
export function placeOf(rows: readonly QueueRow[], key: string): { group: keyof Upcoming; index: number } {
  return targetOf(
    rows,
    [key],
    rows.findIndex((row) => row.key === key),
  )
}
