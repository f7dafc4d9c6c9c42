import { createContext, use } from 'react'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { isPlayable, type PlayableTrack, type Track } from '../track/track.ts'
import { openTrackMenu, openTracksMenu, type RowAction } from './track-menu.ts'

/** The selected rows of a list. The menu of each of these rows acts on all of them. */
export interface SelectedRows {
  tracks: () => readonly PlayableTrack[]
  /** A menu item that acts on the rows themselves, such as removing them. */
  rowAction?: RowAction | undefined
}

/** Provides the selected rows to the buttons in a row of a list. */
export const SelectedRowsContext = createContext<SelectedRows | undefined>(undefined)

/**
 * Returns the function that opens the menu of a row: the menu of its track or, if the row is selected, of all selected
 * tracks.
 */
export function useRowMenu() {
  const selected = use(SelectedRowsContext)
  return (track: Track, at: MenuAnchor, rowAction?: RowAction) => {
    if (!openMenuOfSelected(selected, track, at)) openTrackMenu(track, at, rowAction)
  }
}

/** Opens the menu of the selected rows if several are selected. @returns whether that menu was opened */
export function openMenuOfSelected(
  selected: SelectedRows | undefined,
  track: Track,
  at: MenuAnchor,
): boolean {
  const tracks = selected?.tracks() ?? []
  if (tracks.length < 2) return false
  openTracksMenu(tracks, { opener: track, at, rowAction: selected?.rowAction })
  return true
}

/** The playable tracks of these entries, in the same order. */
export function playableTracksOf(entries: readonly { track: Track }[]): PlayableTrack[] {
  return entries.map(({ track }) => track).filter(isPlayable)
}
