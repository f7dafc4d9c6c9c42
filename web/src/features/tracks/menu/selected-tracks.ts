import { createContext, use } from 'react'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { isPlayable, type PlayableTrack, type Track } from '../track/track.ts'
import { openTrackMenu, openTracksMenu, type RowAction } from './track-menu.ts'

/** The selected rows of a list. The menu of one of them acts on all of them. */
export interface SelectedRows {
  tracks: () => readonly PlayableTrack[]
  /** An action for the rows themselves. */
  rowAction?: RowAction | undefined
}

/** Provides the selection to the buttons in a row of a list. */
export const SelectedRowsContext = createContext<SelectedRows | undefined>(undefined)

/** Returns the function that opens the menu of a row: of its track, or of all selected tracks if it is one of them. */
export function useRowMenu() {
  const selected = use(SelectedRowsContext)
  return (track: Track, at: MenuAnchor, rowAction?: RowAction) => {
    if (!openMenuOfSelected(selected, track, at)) openTrackMenu(track, at, rowAction)
  }
}

/** @returns whether the row is one of several selected ones, whose menu is open now */
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

/** The playable tracks among the selected rows of a list, in its order. */
export function playableTracksOf(entries: readonly { track: Track }[]): PlayableTrack[] {
  return entries.map(({ track }) => track).filter(isPlayable)
}
