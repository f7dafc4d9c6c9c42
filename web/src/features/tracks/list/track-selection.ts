/** Tells the rows of a list apart; the same track may stand in it twice. */
export type TrackKey = string | number

/** Which rows of a list are selected. */
export interface TrackSelection {
  keys: ReadonlySet<TrackKey>
  /** Where a range begins. */
  anchor: TrackKey | undefined
}

/** `toggle` adds a row or takes it out, `range` selects from the anchor to it. */
export type SelectionMode = 'toggle' | 'range'

export const NO_SELECTION: TrackSelection = { keys: new Set(), anchor: undefined }

/** What a press on a row does to the selection: Shift selects a range, Ctrl or ⌘ toggles; without them it plays. */
export function selectionModeOf(event: {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): SelectionMode | undefined {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : undefined
}

/** The selection after a row was pressed. `order` are the keys of the list as it stands. */
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
