import type { Album } from '@tonarchiv/contract/catalog'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import type { PlayableTrack, Track } from '../track/track.ts'

/**
 * A menu item that acts on the row of a track, or on all selected rows. It is shown below the items for the tracks
 * themselves.
 */
export interface RowAction {
  label: string
  icon: ReactNode
  onSelect: () => void
}

/** What the open menu acts on: a track, several selected tracks, or an album. */
export type MenuSubject =
  | { kind: 'track'; track: Track; rowAction?: RowAction | undefined }
  | {
      kind: 'tracks'
      tracks: readonly PlayableTrack[]
      /** The track of the row in which the menu was opened. */
      opener: Track
      rowAction?: RowAction | undefined
    }
  | { kind: 'album'; album: Album }

/** The menu that is open; there is only one. Any list of tracks or albums can open it, and `TrackMenu` renders it. */
export const useTrackMenu = create<{ menu: (MenuSubject & { at: MenuAnchor }) | undefined }>(() => ({
  menu: undefined,
}))

export function openTrackMenu(track: Track, at: MenuAnchor, rowAction?: RowAction): void {
  useTrackMenu.setState({ menu: { kind: 'track', track, at, rowAction } })
}

export function openTracksMenu(
  tracks: readonly PlayableTrack[],
  { opener, at, rowAction }: { opener: Track; at: MenuAnchor; rowAction?: RowAction | undefined },
): void {
  useTrackMenu.setState({ menu: { kind: 'tracks', tracks, opener, at, rowAction } })
}

export function openAlbumMenu(album: Album, at: MenuAnchor): void {
  useTrackMenu.setState({ menu: { kind: 'album', album, at } })
}

export function closeTrackMenu(): void {
  useTrackMenu.setState({ menu: undefined })
}
