import type { Added } from '@tonarchiv/contract/rooms'
import type { Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import type { Video } from '@tonarchiv/contract/videos'
import { create } from 'zustand'
import { artistAndAlbum, isPlayable, tracksOfAlbum, type Track } from '#features/tracks/index.ts'
import { dayOf, videoTime } from '#features/videos/index.ts'
import { formatTime } from '#format.ts'
import { minutesText, titlesText } from '../parts/wording.ts'

/** What a new room plays first. */
export interface RoomSubject {
  added: Added
  title: string
  /** The text below the title in the dialog. */
  below: string
  cover: string | undefined
  /** The position at which the room starts the first entry. */
  positionMs: number
}

/**
 * What the new room plays first; undefined while the dialog is closed. `isChoosing`: whether the member is choosing it
 * in another dialog.
 */
export const useOpenRoomDialog = create<{ subject: RoomSubject | undefined; isChoosing: boolean }>(() => ({
  subject: undefined,
  isChoosing: false,
}))

export function askToOpenRoom(subject: RoomSubject): void {
  useOpenRoomDialog.setState({ subject, isChoosing: false })
}

/** Opens the dialog in which the member chooses what a new room plays first. */
export function chooseForRoom(): void {
  useOpenRoomDialog.setState({ isChoosing: true })
}

export function closeOpenRoom(): void {
  useOpenRoomDialog.setState({ subject: undefined, isChoosing: false })
}

const lengthText = (count: number, seconds: number) =>
  [titlesText(count), ...(seconds > 0 ? [minutesText(seconds * 1000)] : [])].join(', ')

/** A room that starts with a track. `second`: the position in a track that already plays. */
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
