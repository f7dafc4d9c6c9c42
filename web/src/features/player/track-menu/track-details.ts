import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

interface OpenDetails {
  track: Track | undefined
  /** A line of the lyrics that is marked. */
  line: string | undefined
}

/** The track whose details are open; any list of tracks sets it, the player bar renders the dialog. */
export const useTrackDetails = create<OpenDetails>(() => ({ track: undefined, line: undefined }))

export function openTrackDetails(track: Track, line?: string): void {
  useTrackDetails.setState({ track, line })
}

/** The line stays while the dialog closes. */
export function closeTrackDetails(): void {
  useTrackDetails.setState({ track: undefined })
}
