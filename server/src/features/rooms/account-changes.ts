import { areBlocked } from '#features/blocks/index.ts'
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

    /** A member whose address is no longer verified leaves. */
    accessChanged: async (userId: string) =>
      run(async () => {
        const account = await findUserById(db, userId)
        if (account?.emailVerified !== 1) await leaveRoom(userId)
      }),

    /** A member who is hidden from the host of the room leaves it. */
    blocksChanged: async (one: string, other: string) =>
      run(async () => {
        sockets.sendToUsers([one, other], { type: 'roomsChanged' })
        const roomId = await store.roomIdOf(db, one)
        if (roomId === undefined || (await store.roomIdOf(db, other)) !== roomId) return
        const hostId = await store.hostOf(db, roomId)
        if ((hostId !== one && hostId !== other) || !(await areBlocked(db, one, other))) return
        await change(roomId, { type: 'leave', userId: hostId === one ? other : one })
      }),
  }
}
