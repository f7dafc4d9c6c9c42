import type { RoomEntry } from '@tonarchiv/contract/rooms'
import { trackOfSong, type Track } from '#features/tracks/index.ts'
import type { FollowedEntry, FollowedRoom } from '../following/follower.ts'
import { followedEntry } from '../following/room-player.ts'
import { currentEntry, nextEntry, type RoomData } from '../state/room-data.ts'

/** The track of an entry; undefined if the member may not hear the track or it was deleted. */
export function trackOfEntry(entry: RoomEntry | undefined): Track | undefined {
  return entry?.track && { ...trackOfSong(entry.track), albumId: entry.track.albumId }
}

/** The room in the form that the follower needs. */
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
