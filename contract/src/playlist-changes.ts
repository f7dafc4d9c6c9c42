import type { listChanges, PlaylistEntry } from './playlist-entries.ts'
import type { ResponseOf } from './route.ts'

/** Compares two entries by their order in the playlist. */
export function comparePlaces(one: PlaylistEntry, other: PlaylistEntry): number {
  return one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)
}

/** The entries of a playlist, in order, after the changes that `listChanges` returned for their revision. */
export function entriesAfter(
  entries: readonly PlaylistEntry[],
  { entries: written, removed }: Pick<ResponseOf<typeof listChanges>, 'entries' | 'removed'>,
): readonly PlaylistEntry[] {
  const changed = new Set([...removed, ...written.map(({ id }) => id)])
  const kept = entries.filter(({ id }) => !changed.has(id))
  return written.length === 0 ? kept : [...kept, ...written].sort(comparePlaces)
}
