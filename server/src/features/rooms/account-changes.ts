import { areBlocked } from '#features/blocks/index.ts'
import { excludeFromConversation } from '#features/chat/index.ts'
import { findUserById } from '#features/users/index.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { ChangeRoom } from './entrance.ts'
import * as store from './store.ts'

interface Needs extends Pick<Services, 'db'> {
  sockets: Pick<Sockets, 'sendToUsers'>
  roomsWith: (userId: string) => readonly string[]
  change: ChangeRoom
  run: (work: () => Promise<unknown>) => Promise<void>
}

/** Functions that apply changes of accounts and blocks to the rooms. */
export function followAccounts({ db, sockets, roomsWith, change, run }: Needs) {
  async function leaveRoom(userId: string): Promise<void> {
    const roomId = await store.roomIdOf(db, userId)
    if (roomId !== undefined) await change(roomId, { type: 'leave', userId })
  }

  return {
    /** Call it in every process, because each process knows different rooms. */
    accountDeleted: async (userId: string) =>
      run(async () => {
        for (const roomId of roomsWith(userId)) await change(roomId, { type: 'forget', userId })
      }),

    /**
     * A member whose address is no longer verified leaves the room. A member without archive access, or with a limited
     * scope, loses the rooms of all premieres and their conversations. With a limited scope the member can enter the
     * permitted ones again.
     */
    accessChanged: async (userId: string) =>
      run(async () => {
        const account = await findUserById(db, userId)
        const hasKey = account?.isAdmin === 1 || account?.keyVerified === 1
        if (account?.emailVerified !== 1) await leaveRoom(userId)
        if (hasKey && (account.isAdmin === 1 || account.hasLimitedScope === 0)) return
        const roomId = await store.roomIdOf(db, userId)
        if (roomId !== undefined && (await store.isPremiereRoom(db, roomId))) await leaveRoom(userId)
        for (const id of await store.premiereRoomsRead(db, userId))
          await excludeFromConversation(db, id, userId)
      }),

    /** Removes a member who is now hidden from the host of a room from that room and its conversation. */
    blocksChanged: async (one: string, other: string) =>
      run(async () => {
        sockets.sendToUsers([one, other], { type: 'roomsChanged' })
        if (!(await areBlocked(db, one, other))) return
        for (const { id, hostId } of await store.hostedBy(db, [one, other])) {
          const userId = hostId === one ? other : one
          await change(id, { type: 'leave', userId })
          await excludeFromConversation(db, id, userId)
        }
      }),
  }
}
