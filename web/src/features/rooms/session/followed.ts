import type { RoomFollowing, RoomVideo } from '../state/room-tab.ts'

/** The player or video element of this tab that follows the room. */
export interface Followed {
  view: () => RoomFollowing
  /** Must be called when the room has changed. */
  follow: () => void
  press: () => void
  stop: () => void
  /** Whether the sound is muted or the volume is 0. */
  isSilent: () => boolean
  /** Undefined in a room of music. */
  video: RoomVideo | undefined
  close: () => void
}
