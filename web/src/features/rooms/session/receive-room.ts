import type { Socket } from '#realtime/socket.ts'
import {
  deviationsReceived,
  entriesReceived,
  eventsReceived,
  peopleReceived,
  stateReceived,
  type RoomData,
} from '../state/room-data.ts'

interface ReceiveHandlers {
  onChange: (change: (room: RoomData) => RoomData) => void
  /** Called when the member is no longer in the room. */
  onOver: (reason: 'left' | 'ended') => void
}

/**
 * Receives what the server sends about a room.
 * @returns functions that unsubscribe
 */
export function receiveRoom(
  socket: Pick<Socket, 'on'>,
  roomId: string,
  { onChange, onOver }: ReceiveHandlers,
): (() => void)[] {
  return [
    socket.on('roomChanged', (state) => onChange((room) => stateReceived(room, state))),
    socket.on('roomEntries', ({ roomId: of, entries }) => {
      if (of === roomId) onChange((room) => entriesReceived(room, entries))
    }),
    socket.on('roomPeople', (people) => {
      if (people.roomId === roomId) onChange((room) => peopleReceived(room, people))
    }),
    socket.on('roomEvents', ({ roomId: of, events }) => {
      if (of === roomId) onChange((room) => eventsReceived(room, events))
    }),
    socket.on('roomDeviations', ({ roomId: of, deviations }) => {
      if (of === roomId) onChange((room) => deviationsReceived(room, deviations))
    }),
    socket.on('roomOver', ({ roomId: of, reason }) => {
      if (of === roomId) onOver(reason)
    }),
  ]
}
