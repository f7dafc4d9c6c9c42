import type { RoomFollowing, RoomVideo } from '../state/room-tab.ts'

/** What plays the room in this tab. */
export interface Followed {
  view: () => RoomFollowing
  /** The room has changed. */
  follow: () => void
  press: () => void
  stop: () => void
  /** Whether the volume is 0. */
  isSilent: () => boolean
  /** Only in a room of videos. */
  video: RoomVideo | undefined
  close: () => void
}
