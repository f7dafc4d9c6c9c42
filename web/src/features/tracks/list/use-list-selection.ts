import { useMemo, useState, type DOMAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { playableTracksOf } from '../menu/selected-tracks.ts'
import type { RowAction } from '../menu/track-menu.ts'
import type { PlayableTrack, Track } from '../track/track.ts'
import type { SelectButtonProps } from './SelectButton.tsx'
import { NO_SELECTION, selectionAfterKey, type TrackKey, type TrackSelection } from './track-selection.ts'

/** The selected rows of a list, and the functions that change the selection. */
export interface ListSelection {
  value: TrackSelection
  onChange: (selection: TrackSelection) => void
  /** Whether a press without modifier keys selects a row instead of playing it; needed on touch screens. */
  isOn?: boolean
  /** Called when a long press of a finger has selected a row; the caller must then set `isOn`. */
  onStart?: () => void
  /** An item of the menu of the selected rows that acts on the rows themselves, such as removing them. */
  rowAction?: RowAction | undefined
}

/** Renders the actions for the selected tracks of a list, below the list. */
export type RenderSelected = (selected: {
  tracks: readonly PlayableTrack[]
  /** Deselects all rows. */
  onClear: () => void
  /** Removes the selected rows from their list; undefined if that is not possible. */
  onRemove?: (() => void) | undefined
}) => ReactNode

/** The menu item that removes selected rows from their list. */
interface RowRemoval extends Omit<RowAction, 'onSelect'> {
  /** Returns a function that removes these rows; undefined if none of them can be removed. */
  of: (keys: ReadonlySet<TrackKey>) => (() => void) | undefined
}

/**
 * Holds the selection of a list whose selection no other component changes. Without `renderSelected`, no row can be
 * selected. `bar` contains the actions for those selected tracks that are still in the list. `button` is for the button
 * that switches the selection mode.
 */
export function useListSelection(
  entries: readonly { key: TrackKey; track: Track }[],
  renderSelected: RenderSelected | undefined,
  removal?: RowRemoval,
): { selection: ListSelection | undefined; bar: ReactNode; button: SelectButtonProps | undefined } {
  const [value, setValue] = useState(NO_SELECTION)
  const [isOn, setIsOn] = useState(false)
  const onChange = (next: TrackSelection) => {
    setValue(next)
    // If no row is selected, the bar with the button that ends the selection mode is not shown; so the mode ends, too.
    if (next.keys.size === 0) setIsOn(false)
  }
  const clear = () => onChange(NO_SELECTION)
  const tracks = useMemo(
    () => (value.keys.size === 0 ? [] : playableTracksOf(entries.filter(({ key }) => value.keys.has(key)))),
    [entries, value],
  )
  if (!renderSelected) return { selection: undefined, bar: null, button: undefined }
  const remove = removal?.of(value.keys)
  const onRemove =
    remove &&
    (() => {
      clear()
      remove()
    })
  return {
    selection: {
      value,
      onChange,
      isOn,
      onStart: () => setIsOn(true),
      rowAction: removal && onRemove && { label: removal.label, icon: removal.icon, onSelect: onRemove },
    },
    bar: tracks.length > 0 && renderSelected({ tracks, onClear: clear, onRemove }),
    button: {
      isOn,
      onToggle: () => (isOn ? clear() : setIsOn(true)),
      onEscape: isOn || value.keys.size > 0 ? clear : undefined,
    },
  }
}

/**
 * Handles the keys that change the selection. The handler belongs on an element around the rows, so that the keys work
 * on every control in a row. While a row is moved, Escape cancels that first.
 * @param order - returns the keys of all selectable rows
 */
export function selectionKeys(
  selection: ListSelection | undefined,
  order: () => readonly TrackKey[],
): DOMAttributes<HTMLElement> {
  if (!selection) return {}
  return {
    onKeyDown(event: KeyboardEvent) {
      const change = event.defaultPrevented ? undefined : selectionAfterKey(event, selection.value, order())
      if (!change) return
      event.preventDefault()
      selection.onChange(change)
    },
  }
}
