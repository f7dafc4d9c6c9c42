import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

/** Whose details show; any list of tracks opens them, the player bar renders them. */
export const useTrackDetails = create<{ track: Track | undefined }>(() => ({ track: undefined }))

export function openTrackDetails(track: Track): void {
  useTrackDetails.setState({ track })
}

export function closeTrackDetails(): void {
  useTrackDetails.setState({ track: undefined })
}
