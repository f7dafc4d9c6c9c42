import { useMemo, useState, type DOMAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { playableTracksOf } from '../menu/selected-tracks.ts'
import type { RowAction } from '../menu/track-menu.ts'
import type { PlayableTrack, Track } from '../track/track.ts'
import type { SelectButtonProps } from './SelectButton.tsx'
import { NO_SELECTION, selectionAfterKey, type TrackKey, type TrackSelection } from './track-selection.ts'

/** The selection of a list, and how it changes. */
export interface ListSelection {
  value: TrackSelection
  onChange: (selection: TrackSelection) => void
  /** Whether a plain press selects a row instead of playing it, for touch screens. */
  isOn?: boolean
  /** Called when a long press of a finger has started the selection with a row: `isOn` must become true. */
  onStart?: () => void
  /** An action for the selected rows themselves, in their menu. */
  rowAction?: RowAction | undefined
}

/** Renders the actions for the selected tracks of a list, below the list. */
export type RenderSelected = (selected: {
  tracks: readonly PlayableTrack[]
  /** Ends the selection. */
  onClear: () => void
  /** Removes the rows from their list. */
  onRemove?: (() => void) | undefined
}) => ReactNode

/** The menu item that removes selected rows from their list. */
interface RowRemoval extends Omit<RowAction, 'onSelect'> {
  /** Returns the removal of these rows; undefined if none of them can be removed. */
  of: (keys: ReadonlySet<TrackKey>) => (() => void) | undefined
}

/**
 * Holds the selection of a list, for lists whose selection no other component changes. Without `renderSelected` no row
 * can be selected. `bar` gets only the tracks that are still in the list. `button` switches the mode in which a plain
 * press selects.
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
    // Without a selected row there is no bar, whose button would end this mode.
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
 * Handlers of the selection keys for the element around the rows: they work on every control of a row. Escape first
 * cancels the move of a row. `order` returns the keys of the rows that can be selected.
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
