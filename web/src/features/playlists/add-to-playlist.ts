import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

/** The tracks for which a playlist is being chosen. */
export const useAddToPlaylist = create<{ tracks: readonly Track[] | undefined }>(() => ({
  tracks: undefined,
}))

/** Opens the dialog „Zur Playlist hinzufügen“. */
export function addToPlaylist(tracks: readonly Track[]): void {
  useAddToPlaylist.setState({ tracks })
}
