import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface Choosing {
  /** The tracks for which a playlist is being chosen. */
  tracks: readonly Track[] | undefined
  /** The playlist that was chosen before, although it contains some of them. */
  chosenId?: string | undefined
}

export const useAddToPlaylist = create<Choosing>(() => ({ tracks: undefined }))

/**
 * Opens the dialog „Zur Playlist hinzufügen“; with a playlist that contains some of the tracks it asks which of
 * them to add there.
 */
export function addToPlaylist(tracks: readonly Track[], chosenId?: string): void {
  useAddToPlaylist.setState({ tracks, chosenId })
}
