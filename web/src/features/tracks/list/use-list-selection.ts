import { useMemo, useState, type ReactNode } from 'react'
import { playableTracksOf } from '../menu/selected-tracks.ts'
import type { RowAction } from '../menu/track-menu.ts'
import type { PlayableTrack, Track } from '../track/track.ts'
import { NO_SELECTION, type TrackKey, type TrackSelection } from './track-selection.ts'

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
}) => ReactNode

/**
 * The selection of a list that nothing else changes. Without `renderSelected` nothing can be selected. Rows that leave the
 * list are not selected any more.
 */
export function useListSelection(
  entries: readonly { key: TrackKey; track: Track }[],
  renderSelected: RenderSelected | undefined,
): { selection: ListSelection | undefined; bar: ReactNode } {
  const [value, setValue] = useState(NO_SELECTION)
  const [isOn, setIsOn] = useState(false)
  const onChange = (next: TrackSelection) => {
    setValue(next)
    // Without a selected row there is no bar by which the selecting could be ended.
    if (next.keys.size === 0) setIsOn(false)
  }
  const tracks = useMemo(
    () => (value.keys.size === 0 ? [] : playableTracksOf(entries.filter(({ key }) => value.keys.has(key)))),
    [entries, value],
  )
  if (!renderSelected) return { selection: undefined, bar: null }
  return {
    selection: { value, onChange, isOn, onStart: () => setIsOn(true) },
    bar: tracks.length > 0 && renderSelected({ tracks, onClear: () => onChange(NO_SELECTION) }),
  }
}
