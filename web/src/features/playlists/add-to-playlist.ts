import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface Choosing {
  /** The tracks that are to be added to a playlist; undefined while the dialog is closed. */
  tracks: readonly Track[] | undefined
  /** The id of a playlist that was already chosen, and that contains some of the tracks. */
  chosenId?: string | undefined
}

export const useAddToPlaylist = create<Choosing>(() => ({ tracks: undefined }))

/**
 * Opens the dialog „Zur Playlist hinzufügen“ for these tracks. With `chosenId`, the id of a playlist that already
 * contains some of them, the dialog asks which tracks to add to that playlist.
 */
export function addToPlaylist(tracks: readonly Track[], chosenId?: string): void {
  useAddToPlaylist.setState({ tracks, chosenId })
}
