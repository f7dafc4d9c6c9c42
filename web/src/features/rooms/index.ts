// Listening rooms: the room of this tab, and the player that follows it. `useRoomTab` reads the state; its code is loaded
// when the member opens or joins a room. See docs/subsystems/rooms.md.
export {
  commandListeningRoom,
  playHere,
  joinListeningRoom,
  leaveListeningRoom,
  openListeningRoom,
  startRooms,
  stopHere,
} from './actions.ts'
export { LeaveRoomQuestion } from './LeaveRoomQuestion.tsx'
export { currentEntry } from './state/room-data.ts'
export { useRoomTab } from './state/room-tab.ts'
