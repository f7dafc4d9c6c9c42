import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface Choosing {
  /** The tracks for which a playlist is being chosen. */
  tracks: readonly Track[] | undefined
  /** A playlist that was chosen in advance and contains some of the tracks already. */
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
