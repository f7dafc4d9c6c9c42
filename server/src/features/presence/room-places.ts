import type { RoomPlace } from '@tonarchiv/contract/presence'
import type { State } from './states.ts'

/** The listening rooms that tabs of this process follow, by member. */
export interface RoomPlaces {
  /** The state of a member with the room. */
  addTo(state: State | undefined, userId: string): State | undefined
  set: (userId: string, room: RoomPlace | undefined) => void
}

/** `changed` is called when the room of a member, or its name, is another one than before. */
export function trackRoomPlaces(changed: (userId: string) => void): RoomPlaces {
  const places = new Map<string, RoomPlace>()
  return {
    addTo: (state, userId) => {
      const room = places.get(userId)
      return state && room ? { ...state, room } : state
    },
    set: (userId, room) => {
      const before = places.get(userId)
      if (before?.id === room?.id && before?.name === room?.name) return
      if (room === undefined) places.delete(userId)
      else places.set(userId, room)
      changed(userId)
    },
  }
}
