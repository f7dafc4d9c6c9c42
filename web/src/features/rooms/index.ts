// Listening rooms: the room of this tab, and the player that follows the room. `useRoomTab` reads the state. The code
// of the session is loaded when the member opens or joins a room. See docs/subsystems/rooms.md.
export {
  commandListeningRoom,
  playHere,
  joinListeningRoom,
  leaveListeningRoom,
  openListeningRoom,
  startRooms,
  stopHere,
} from './tab/actions.ts'
export { ListenAlong } from './along/ListenAlong.tsx'
export { ListenAlongButton } from './along/ListenAlongButton.tsx'
export { ListenPopup } from './along/ListenPopup.tsx'
export { startListenAlong } from './along/listen-along.ts'
export { LeaveRoomQuestion } from './LeaveRoomQuestion.tsx'
export { ROOMS, useOpenRoomsCount } from './listing/api.ts'
export { OpenRoomsCount, RoomLists } from './listing/RoomLists.tsx'
export { RoomsCard } from './listing/RoomsCard.tsx'
export { ChooseForRoom } from './opening/ChooseForRoom.tsx'
export {
  askToOpenRoom,
  chooseForRoom,
  roomWithAlbum,
  roomWithPlaylist,
  roomWithTrack,
  roomWithVideo,
  useOpenRoomDialog,
} from './opening/open-room.ts'
export { OpenRoomDialog } from './opening/OpenRoomDialog.tsx'
export { OpenRoomItem } from './opening/OpenRoomItem.tsx'
export { InviteToRoom } from './inviting/InviteToRoom.tsx'
export { PeopleStack } from './parts/PeopleStack.tsx'
export { ConnectionNotices } from './screen/ConnectionNotices.tsx'
export { LockedStage } from './screen/LockedStage.tsx'
export { RoomDoor, RoomEntrance } from './screen/RoomEntrance.tsx'
export { RoomPeople } from './screen/RoomPeople.tsx'
export { RoomPosition } from './screen/RoomPosition.tsx'
export { SoundQuestion } from './screen/RoomStage.tsx'
export { RoomTalk } from './screen/RoomTalk.tsx'
export { StepMark } from './screen/StepMark.tsx'
export { currentEntry } from './state/room-data.ts'
export { usePlayerRoom } from './state/player-room.ts'
export { useRoomTab, type InRoom } from './state/room-tab.ts'
