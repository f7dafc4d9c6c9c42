/** Identifies a row within its list; the track id cannot, because a track may be in a list twice. */
export type TrackKey = string | number

/** Which rows of a list are selected. */
export interface TrackSelection {
  keys: ReadonlySet<TrackKey>
  /** The row from which a press with Shift selects a range. */
  anchor: TrackKey | undefined
}

/** `toggle` selects or deselects one row; `range` selects all rows from the anchor to the pressed row. */
export type SelectionMode = 'toggle' | 'range'

export const NO_SELECTION: TrackSelection = { keys: new Set(), anchor: undefined }

/**
 * How a press on a row changes the selection: with Shift by a range, with Ctrl or ⌘ by one row; undefined without these
 * keys, so that the row is played.
 */
export function selectionModeOf(event: {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): SelectionMode | undefined {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : undefined
}

/** The selection after a press on a row. `order`: the keys of all selectable rows, in the order of the list. */
export function selectRow(
  { keys, anchor }: TrackSelection,
  order: readonly TrackKey[],
  key: TrackKey,
  mode: SelectionMode,
): TrackSelection {
  const start = anchor === undefined ? -1 : order.indexOf(anchor)
  if (mode === 'range' && start >= 0) {
    const end = order.indexOf(key)
    return { keys: new Set(order.slice(Math.min(start, end), Math.max(start, end) + 1)), anchor }
  }
  const next = new Set(keys)
  if (mode === 'range' || !next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/**
 * The selection after a key was pressed in the list: Ctrl or ⌘ with A selects all rows, Escape none. Undefined for
 * other keys, and for Escape when nothing is selected.
 */
export function selectionAfterKey(
  event: { key: string; ctrlKey: boolean; metaKey: boolean },
  { keys }: TrackSelection,
  order: readonly TrackKey[],
): TrackSelection | undefined {
  if (event.key === 'Escape' && keys.size > 0) return NO_SELECTION
  if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
    return { keys: new Set(order), anchor: order[0] }
  return undefined
}
