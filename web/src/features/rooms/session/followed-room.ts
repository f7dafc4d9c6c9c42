import type { RoomEntry } from '@tonarchiv/contract/rooms'
import { trackOfSong, type Track } from '#features/tracks/index.ts'
import type { FollowedEntry, FollowedRoom } from '../following/follower.ts'
import { followedEntry } from '../following/room-player.ts'
import { currentEntry, nextEntry, type RoomData } from '../state/room-data.ts'

/** The track of an entry; undefined for one that the member may not hear or that is gone. */
export function trackOfEntry(entry: RoomEntry | undefined): Track | undefined {
  return entry?.track && { ...trackOfSong(entry.track), albumId: entry.track.albumId }
}

/** The room as the follower sees it. */
export function followedRoom(room: RoomData): FollowedRoom {
  const [entry, next] = [currentEntry(room), nextEntry(room)]
  return {
    playback: room.state.playback,
    entry: entry && asFollowed(entry),
    next: next && asFollowed(next),
  }
}

function asFollowed(entry: RoomEntry): FollowedEntry {
  const { id, durationMs, video } = entry
  if (video) return { id, durationSeconds: durationMs / 1000, isPlayable: true }
  return followedEntry(entry, trackOfEntry(entry))
}
