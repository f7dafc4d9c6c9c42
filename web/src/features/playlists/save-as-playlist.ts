import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface Saving {
  tracks: readonly Track[]
  /** Called before the page of the new playlist opens. */
  onView: () => void
}

/** The tracks for a new playlist; `opened` counts the dialogs, each of which starts empty. */
export const useSaveAsPlaylist = create<{ saving: Saving | undefined; opened: number }>(() => ({
  saving: undefined,
  opened: 0,
}))

/** Opens the dialog „Neue Playlist“ for these tracks, without leaving the page. */
export function saveAsPlaylist(tracks: readonly Track[], onView: () => void): void {
  useSaveAsPlaylist.setState(({ opened }) => ({ saving: { tracks, onView }, opened: opened + 1 }))
}
