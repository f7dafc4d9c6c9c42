import { useShallow } from 'zustand/react/shallow'
import type { PlayerRoom } from '#features/player/index.ts'
import { roomSource } from './room-data.ts'
import { useRoomTab, type RoomTab } from './room-tab.ts'

/** The room that the music player of this tab follows; undefined if it follows none. */
function playerRoomOf(tab: RoomTab): PlayerRoom | undefined {
  if (tab.name !== 'in' || !tab.isFollowing) return undefined
  const { room, rights, following } = tab
  return {
    ...roomSource(room),
    isPremiere: room.state.mode === 'premiere',
    mayPlay: rights.mayPlay,
    maySteer: rights.maySteer,
    isStopped: following.name === 'stopped' || following.name === 'needsPress',
  }
}

/** Returns `playerRoomOf` the room of this tab, for the player bar. */
export function usePlayerRoom(): PlayerRoom | undefined {
  return useRoomTab(useShallow(playerRoomOf))
}
