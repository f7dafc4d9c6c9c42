import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface Saving {
  tracks: readonly Track[]
  /** Called before the page of the new playlist is opened. */
  onView: () => void
}

/**
 * The tracks from which a playlist is created. `opened` counts how many times the dialog was opened; each time it
 * starts empty.
 */
export const useSaveAsPlaylist = create<{ saving: Saving | undefined; opened: number }>(() => ({
  saving: undefined,
  opened: 0,
}))

/** Opens the dialog „Neue Playlist“ over the current page, to create a playlist from these tracks. */
export function saveAsPlaylist(tracks: readonly Track[], onView: () => void): void {
  useSaveAsPlaylist.setState(({ opened }) => ({ saving: { tracks, onView }, opened: opened + 1 }))
}
