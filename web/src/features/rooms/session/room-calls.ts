import {
  commandRoom,
  getRoom,
  joinRoom,
  joinRoomInvited,
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
  /** @param code - the code of an invitation */
  join: (id: string, code?: string) => Promise<ListeningRoom>
  read: (id: string) => Promise<ListeningRoom>
  leave: (id: string) => Promise<unknown>
  command: (id: string, command: RoomCommand) => Promise<ResponseOf<typeof commandRoom>>
}

export const roomCalls: RoomCalls = {
  open: async (body) => (await call(openRoom, { body })).room,
  async join(id, code) {
    const params = { id }
    if (code === undefined) return (await call(joinRoom, { params })).room
    return (await call(joinRoomInvited, { params, body: { code } })).room
  },
  read: async (id) => (await call(getRoom, { params: { id } })).room,
  leave: (id) => call(leaveRoom, { params: { id } }),
  command: (id, body) => call(commandRoom, { params: { id }, body }),
}
