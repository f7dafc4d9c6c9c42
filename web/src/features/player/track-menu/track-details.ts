import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

/** The track whose details are open; any list of tracks sets it, the player bar renders the dialog. */
export const useTrackDetails = create<{ track: Track | undefined }>(() => ({ track: undefined }))

export function openTrackDetails(track: Track): void {
  useTrackDetails.setState({ track })
}

export function closeTrackDetails(): void {
  useTrackDetails.setState({ track: undefined })
}
