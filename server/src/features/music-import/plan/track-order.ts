import type { TrackRow } from '#features/catalog/index.ts'
import type { SourceRow } from '../record/store.ts'
import type { DecidedTrack } from './sync-state.ts'

/**
 * Sorts the tracks of an album by disc and track number. If an admin has sorted the album in the browser, that order is
 * kept, and each new track is inserted after the track that precedes it by disc and number. A track that was not
 * imported stays after the track before it.
 */
export function inOrder(
  before: readonly TrackRow[],
  tracks: readonly DecidedTrack[],
  mainSources: ReadonlyMap<string, SourceRow>,
  tagsWin: boolean,
): DecidedTrack[] {
  const byId = new Map(
    tracks.flatMap((track) => (track.synced.id === undefined ? [] : [[track.synced.id, track]])),
  )
  const present = before.flatMap(({ id }) => byId.get(id) ?? [])
  const isPresent = new Set(present)
  const fresh = tracks.filter((track) => !isPresent.has(track)).toSorted(byKey)
  const recorded = before.flatMap(({ id }) => mainSources.get(id)?.sortKey ?? [])
  const isSorted = recorded.every((key, index) => index === 0 || (recorded[index - 1] ?? '') <= key)
  const isRecorded = before.length === 0 || recorded.length > 0
  return tagsWin || (isSorted && isRecorded) ? byNumber(present, fresh) : insertedInto(present, fresh)
}

/** Sorts by disc and track number. Tracks without a sort key stay after the track before them. */
function byNumber(present: readonly DecidedTrack[], fresh: readonly DecidedTrack[]): DecidedTrack[] {
  const chains: DecidedTrack[][] = []
  for (const track of present) {
    const last = chains.at(-1)
    if (track.sortKey === undefined && last !== undefined) last.push(track)
    else chains.push([track])
  }
  for (const track of fresh) chains.push([track])
  return chains.toSorted(([a], [b]) => (a && b ? byKey(a, b) : 0)).flat()
}

/**
 * Inserts new tracks into an order that was made in the browser. Each is inserted after the track that precedes it by
 * sort key.
 */
function insertedInto(present: readonly DecidedTrack[], fresh: readonly DecidedTrack[]): DecidedTrack[] {
  const ordered = [...present]
  for (const track of fresh) {
    let after = -1
    for (const [index, other] of ordered.entries()) {
      const isBefore = other.sortKey !== undefined && byKey(other, track) <= 0
      const best = ordered[after]
      if (isBefore && (best === undefined || byKey(best, other) <= 0)) after = index
    }
    ordered.splice(
      after === -1 && !ordered.some(({ sortKey }) => sortKey !== undefined) ? ordered.length : after + 1,
      0,
      track,
    )
  }
  return ordered
}

/**
 * Compares sort keys. Tracks without a sort key come first. They are compared only when an admin has moved them before
 * all other tracks.
 */
function byKey(a: DecidedTrack, b: DecidedTrack): number {
  const [one, other] = [a.sortKey ?? '', b.sortKey ?? '']
  return one === other ? 0 : one < other ? -1 : 1
}
