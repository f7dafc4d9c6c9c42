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

/** What changes of accounts and blocks mean for rooms. */
export function followAccounts({ db, sockets, roomsWith, change, run }: Needs) {
  async function leaveRoom(userId: string): Promise<void> {
    const roomId = await store.roomIdOf(db, userId)
    if (roomId !== undefined) await change(roomId, { type: 'leave', userId })
  }

  return {
    /** Call it in every process: each one knows other rooms. */
    accountDeleted: async (userId: string) =>
      run(async () => {
        for (const roomId of roomsWith(userId)) await change(roomId, { type: 'forget', userId })
      }),

    /**
     * A member whose address is no longer verified leaves. Without a key no premiere evening is left to be read. With a
     * limited scope a member enters those again that it may.
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

    /** A member who is hidden from the host of a room leaves it, and its conversation. */
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
