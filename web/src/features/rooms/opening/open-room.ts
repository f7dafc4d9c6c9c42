import type { Added } from '@tonarchiv/contract/rooms'
import type { Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import type { Video } from '@tonarchiv/contract/videos'
import { create } from 'zustand'
import { artistAndAlbum, isPlayable, tracksOfAlbum, type Track } from '#features/tracks/index.ts'
import { dayOf, videoTime } from '#features/videos/index.ts'
import { formatTime } from '#format.ts'
import { minutesText, titlesText } from '../parts/wording.ts'

/** With what a room begins. */
export interface RoomSubject {
  added: Added
  title: string
  /** The line below the title. */
  below: string
  cover: string | undefined
  /** Where the first entry begins. */
  positionMs: number
}

/** What the dialog offers to open a room with; `choosing` while the member looks for something. */
export const useOpenRoomDialog = create<{ subject: RoomSubject | undefined; isChoosing: boolean }>(() => ({
  subject: undefined,
  isChoosing: false,
}))

export function askToOpenRoom(subject: RoomSubject): void {
  useOpenRoomDialog.setState({ subject, isChoosing: false })
}

/** Opens the dialog in which the member chooses with what a room begins. */
export function chooseForRoom(): void {
  useOpenRoomDialog.setState({ isChoosing: true })
}

export function closeOpenRoom(): void {
  useOpenRoomDialog.setState({ subject: undefined, isChoosing: false })
}

const lengthText = (count: number, seconds: number) =>
  [titlesText(count), ...(seconds > 0 ? [minutesText(seconds * 1000)] : [])].join(', ')

/** A track; `second` is where it begins, for one that plays already. */
export function roomWithTrack(track: Track, second = 0): RoomSubject {
  const from = second > 0 ? `, ab ${formatTime(second)}` : ''
  return {
    added: { trackIds: [track.id] },
    title: track.title,
    below: `${artistAndAlbum(track)}${from}`,
    cover: track.coverUrl,
    positionMs: Math.round(second * 1000),
  }
}

export function roomWithAlbum(album: Album): RoomSubject {
  const tracks = tracksOfAlbum(album).filter(isPlayable)
  const seconds = tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return {
    added: { albumId: album.albumId },
    title: album.albumTitel,
    below: `${lengthText(tracks.length, seconds)}, ab dem ersten`,
    cover: album.albumCover,
    positionMs: 0,
  }
}

export function roomWithPlaylist({ id, title, entryCount, duration, covers }: Playlist): RoomSubject {
  return {
    added: { playlistId: id },
    title,
    below: `${lengthText(entryCount, duration)}, ab dem ersten`,
    cover: covers[0],
    positionMs: 0,
  }
}

export function roomWithVideo({ id, title, upload_date: day, duration, thumbnailUrl }: Video): RoomSubject {
  return {
    added: { videoIds: [id] },
    title,
    below: [dayOf(day), videoTime(duration)].filter((text) => text !== '').join(' · '),
    cover: thumbnailUrl ?? undefined,
    positionMs: 0,
  }
}
