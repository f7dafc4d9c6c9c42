import type { SavedPlayState } from '@tonarchiv/contract/play-state'

/** The ids of all tracks in a play state, each once. */
export function idsIn({ list, queued, in_between: between }: SavedPlayState): string[] {
  const ids = [...list, ...queued.map((entry) => entry.track_id), ...(between === null ? [] : [between])]
  return [...new Set(ids)]
}

interface KnownTracks {
  state: SavedPlayState
  dropped: number
  /** Whether the current track was removed from the state. The position is then that of the previous track. */
  isCurrentDropped: boolean
}

/** Removes the tracks that do not exist from a play state. The order of the others does not change. */
export function withKnownTracks(state: SavedPlayState, isKnown: (id: string) => boolean): KnownTracks {
  const kept = state.list.map(isKnown)
  /** The new index of each remaining entry of the list. */
  const indexes = indexesOf(kept)
  const places = state.order ?? state.list.map((_, index) => index)
  const isKept = (place: number) => kept[place] === true
  const before = places.slice(0, state.position + 1)
  const queued = state.queued.filter((entry) => isKnown(entry.track_id))
  const list = state.list.filter(isKnown)
  const isBetweenDropped = state.in_between !== null && !isKnown(state.in_between)
  const current = before.at(-1)
  const isListDropped = state.in_between === null && current !== undefined && !isKept(current)
  return {
    state: {
      ...state,
      list,
      queued,
      order: state.order && places.filter(isKept).flatMap((place) => indexes.get(place) ?? []),
      position: before.filter(isKept).length - 1,
      in_between: isBetweenDropped ? null : state.in_between,
      position_seconds: isBetweenDropped || isListDropped ? 0 : state.position_seconds,
    },
    dropped:
      state.list.length - list.length + state.queued.length - queued.length + (isBetweenDropped ? 1 : 0),
    isCurrentDropped: isBetweenDropped || isListDropped,
  }
}

function indexesOf(kept: readonly boolean[]): Map<number, number> {
  const indexes = new Map<number, number>()
  for (const [index, isKept] of kept.entries()) if (isKept) indexes.set(index, indexes.size)
  return indexes
}
