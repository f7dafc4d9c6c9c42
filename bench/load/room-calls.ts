import { listAlbums } from '@tonarchiv/contract/catalog'
import {
  commandRoom,
  getRoom,
  joinRoom,
  leaveRoom,
  openRoom,
  type ListeningRoom,
  type RoomCommand,
} from '@tonarchiv/contract/rooms'
import * as z from 'zod/mini'
import type { Account } from '../archive/account.ts'
import { logIn } from '../servers/log-in.ts'
import { memberCall } from './member-call.ts'

/** Calls of rooms in the name of one member. */
export interface RoomMember {
  account: Account
  open: (albumId: string) => Promise<ListeningRoom>
  join: (id: string) => Promise<ListeningRoom>
  leave: (id: string) => Promise<unknown>
  read: (id: string) => Promise<ListeningRoom>
  command: (id: string, command: RoomCommand) => Promise<unknown>
  /** The id of the album with this title. */
  albumId: (title: string) => Promise<string>
}

/** Logs in as a member with this account. */
export async function logInForRooms(port: number, account: Account): Promise<RoomMember> {
  return { account, ...roomCalls(port, await logIn(port, account)) }
}

/** The calls of a member with this session. */
export function roomCalls(port: number, token: string): Omit<RoomMember, 'account'> {
  // Comparing recordings takes so long that the server closes idle connections meanwhile.
  const call = memberCall(port, token, { connection: 'close' })
  return {
    async open(albumId) {
      const body = { name: 'Messung', mode: 'all', added: { albumId } }
      return z.parse(openRoom.answer, await call(openRoom, { body })).room
    },
    join: async (id) => z.parse(joinRoom.answer, await call(joinRoom, { id, body: {} })).room,
    leave: (id) => call(leaveRoom, { id }),
    read: async (id) => z.parse(getRoom.answer, await call(getRoom, { id })).room,
    command: (id, body) => call(commandRoom, { id, body }),
    async albumId(title) {
      const { albums } = z.parse(listAlbums.answer, await call(listAlbums))
      const found = albums.find(({ albumTitel }) => albumTitel === title)
      if (!found) throw new Error(`There is no album "${title}"`)
      return found.albumId
    },
  }
}
