import type { Album } from '@tonarchiv/contract/catalog'
import { create } from 'zustand'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import type { PlayerTrack } from '../order/track.ts'

/** The track or the album whose menu shows. */
export type MenuSubject = { kind: 'track'; track: PlayerTrack } | { kind: 'album'; album: Album }

/** Which menu or details show; any list of tracks or albums opens them, the player bar renders them. */
interface TrackDialogs {
  menu: (MenuSubject & { at: MenuAnchor }) | undefined
  details: PlayerTrack | undefined
}

export const useTrackDialogs = create<TrackDialogs>(() => ({ menu: undefined, details: undefined }))

export function openTrackMenu(track: PlayerTrack, at: MenuAnchor): void {
  useTrackDialogs.setState({ menu: { kind: 'track', track, at } })
}

export function openAlbumMenu(album: Album, at: MenuAnchor): void {
  useTrackDialogs.setState({ menu: { kind: 'album', album, at } })
}

export function closeMenu(): void {
  useTrackDialogs.setState({ menu: undefined })
}

export function openTrackDetails(track: PlayerTrack): void {
  useTrackDialogs.setState({ details: track })
}

export function closeTrackDetails(): void {
  useTrackDialogs.setState({ details: undefined })
}
