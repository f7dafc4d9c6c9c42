import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { VideoVolume } from '#features/videos/index.ts'
import type { RoomData } from './room-data.ts'
import type { RoomRights } from './rights.ts'

/** How this tab follows what its room plays. */
export interface RoomFollowing {
  /**
   * `waiting`: the room is paused or plays nothing. `starting`: the sound is about to begin. `jumping`: the sound was
   * far out of step, so the player seeks. `locked`: the member may not hear the entry, or it cannot be played here.
   * `needsPress`: the browser plays no sound without a press. `stopped`: the member, another tab or another device has
   * stopped the sound.
   */
  name:
    | 'waiting'
    | 'starting'
    | 'inStep'
    | 'correcting'
    | 'jumping'
    | 'buffering'
    | 'locked'
    | 'needsPress'
    | 'stopped'
  /** Milliseconds by which the sound is ahead of the room, rounded; undefined while that is not known. */
  deviationMs: number | undefined
  /** By how many percent the sound currently plays faster (positive) or slower than normal, to correct a deviation. */
  correctionPercent: number
}

/** The video of a room of videos, for the screen that shows it. */
export interface RoomVideo extends VideoVolume {
  state: StoreApi<{ volume: number; isMuted: boolean; bufferedSeconds: number }>
  /** Shows the video in `box`. It follows the room until the returned function is called. */
  mount: (box: Pick<HTMLElement, 'append'>) => () => void
}

/** The state while this tab is in a room. */
export interface InRoom {
  name: 'in'
  roomId: string
  /** The room, with the expected effects of those commands of this member that the server has not answered yet. */
  room: RoomData
  rights: RoomRights
  /** Whether the music player of this tab follows the room; see `isFollowed`. */
  isFollowing: boolean
  following: RoomFollowing
  /** Undefined in a room of music. */
  video?: RoomVideo | undefined
  /** Whether the tab receives what happens in the room. Without a connection the music goes on. */
  isConnected: boolean
  /** The position in the current entry in milliseconds; undefined until the server's clock is known. */
  positionMs: () => number | undefined
  /** Milliseconds since the server's clock was measured; undefined before that. */
  clockAgeMs: () => number | undefined
}

/** The listening room of this tab. */
export type RoomTab =
  | { name: 'none' }
  /** `roomId` is undefined while a new room is opened. */
  | { name: 'joining'; roomId: string | undefined }
  | InRoom
  /**
   * The member is no longer in the room, but has not left it in this tab. `left`: the member has left it in another tab
   * or on another device, or has joined another room there.
   */
  | { name: 'over'; roomId: string; roomName: string; reason: 'left' | 'ended' }

export const roomTab = createStore<RoomTab>(() => ({ name: 'none' }))

/** Returns a selection of this tab's room. Renders the component again when that selection has changed. */
export function useRoomTab<T>(read: (tab: RoomTab) => T): T {
  return useStore(roomTab, read)
}
