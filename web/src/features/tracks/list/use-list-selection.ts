import { useMemo, useState, type DOMAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { playableTracksOf } from '../menu/selected-tracks.ts'
import type { RowAction } from '../menu/track-menu.ts'
import type { PlayableTrack, Track } from '../track/track.ts'
import type { SelectButtonProps } from './SelectButton.tsx'
import { NO_SELECTION, selectionAfterKey, type TrackKey, type TrackSelection } from './track-selection.ts'

/** Which rows are selected. */
export interface ListSelection {
  value: TrackSelection
  onChange: (selection: TrackSelection) => void
  /** A plain press toggles a row instead of playing it, for fingers. */
  isOn?: boolean
  /** Called when a long press of a finger starts the selection with a row; it is then to be on. */
  onStart?: () => void
  /** What can be done with the selected rows themselves, in their menu. */
  rowAction?: RowAction | undefined
}

/** What can be done with the selected tracks of a list; rendered below it. */
export type RenderSelected = (selected: {
  tracks: readonly PlayableTrack[]
  /** Ends the selection. */
  onClear: () => void
  /** Removes the rows from their list. */
  onRemove?: (() => void) | undefined
}) => ReactNode

/** Removes selected rows from their list: the item of their menu, without what it does. */
interface RowRemoval extends Omit<RowAction, 'onSelect'> {
  /** Undefined when none of the rows can be removed. */
  of: (keys: ReadonlySet<TrackKey>) => (() => void) | undefined
}

/**
 * Holds the selection of a list, for lists whose selection no other component changes. Without `renderSelected` no row can
 * be selected. `bar` gets only the tracks that are still in the list. `button` switches the mode in which a plain press
 * selects.
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
    // Without a selected row there is no bar with a button that ends this mode.
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
 * The keys of a selection, for the element around its rows: they work on every control of a row. A row that is being
 * moved takes Escape first. `order` returns the keys of the rows that can be selected.
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
