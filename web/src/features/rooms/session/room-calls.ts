import {
  commandRoom,
  getRoom,
  joinRoom,
  leaveRoom,
  openRoom,
  type ListeningRoom,
  type RoomCommand,
} from '@tonarchiv/contract/rooms'
import type { InputOfCall, ResponseOf } from '@tonarchiv/contract/route'
import { call } from '#client/call.ts'

/** What a new room plays, its name, and who controls it. */
export type NewRoom = InputOfCall<typeof openRoom>['body']

/** The calls of rooms. They throw `ApiError`. */
export interface RoomCalls {
  open: (body: NewRoom) => Promise<ListeningRoom>
  join: (id: string) => Promise<ListeningRoom>
  read: (id: string) => Promise<ListeningRoom>
  leave: (id: string) => Promise<unknown>
  command: (id: string, command: RoomCommand) => Promise<ResponseOf<typeof commandRoom>>
}

export const roomCalls: RoomCalls = {
  open: async (body) => (await call(openRoom, { body })).room,
  join: async (id) => (await call(joinRoom, { params: { id } })).room,
  read: async (id) => (await call(getRoom, { params: { id } })).room,
  leave: (id) => call(leaveRoom, { params: { id } }),
  command: (id, body) => call(commandRoom, { params: { id }, body }),
}
