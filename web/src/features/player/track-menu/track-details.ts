import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface OpenDetails {
  track: Track | undefined
  /** The line of the lyrics that is highlighted; undefined for none. */
  line: string | undefined
}

/** The track whose details dialog is open. Any list of tracks can open it; the player bar renders the dialog. */
export const useTrackDetails = create<OpenDetails>(() => ({ track: undefined, line: undefined }))

export function openTrackDetails(track: Track, line?: string): void {
  useTrackDetails.setState({ track, line })
}

/** Closes the dialog. `line` is not reset, because it is displayed until the dialog has closed. */
export function closeTrackDetails(): void {
  useTrackDetails.setState({ track: undefined })
}
