import { create } from 'zustand'
import type { MenuAnchor } from '#ui/menu-place.ts'
import type { PlayerTrack } from './track.ts'

/** Which track's menu or details show; any list of tracks opens them, the player bar holds them. */
interface TrackDialogs {
  menu: { track: PlayerTrack; at: MenuAnchor } | undefined
  details: PlayerTrack | undefined
}

export const useTrackDialogs = create<TrackDialogs>(() => ({ menu: undefined, details: undefined }))

export function openTrackMenu(track: PlayerTrack, at: MenuAnchor): void {
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
