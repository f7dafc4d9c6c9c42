import { create } from 'zustand'
import type { PlayerTrack } from './track.ts'

/** Where a menu opens: at an element, or at the point of a press. */
export type MenuPlace = Element | { x: number; y: number }

/** Which track's menu or details show; any list of tracks opens them, the player bar holds them. */
interface TrackDialogs {
  menu: { track: PlayerTrack; at: MenuPlace } | undefined
  details: PlayerTrack | undefined
}

export const useTrackDialogs = create<TrackDialogs>(() => ({ menu: undefined, details: undefined }))

export function openTrackMenu(track: PlayerTrack, at: MenuPlace): void {
  useTrackDialogs.setState({ menu: { track, at } })
}

export function closeTrackMenu(): void {
  useTrackDialogs.setState({ menu: undefined })
}

export function openTrackDetails(track: PlayerTrack): void {
  useTrackDialogs.setState({ details: track })
}

export function closeTrackDetails(): void {
  useTrackDialogs.setState({ details: undefined })
}
