import type { Database } from '#database/open.ts'
import type { Connection } from '#realtime/connection.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Followers } from './followers.ts'
import type { Room } from './room.ts'
import * as store from './store.ts'

interface Needs {
  db: Database
  sockets: Pick<Sockets, 'send'>
  followers: Pick<Followers, 'admit' | 'forget'>
  show: (room: Room) => Promise<void>
  /** Reads the members, so that names can be sent. */
  people: () => Promise<unknown>
  welcome: (connection: Connection, roomId: string) => void
}

/** Decides whether a tab may follow a room. */
export function openAdmission({ db, sockets, followers, show, people, welcome }: Needs) {
  function over(connection: Connection, roomId: string, room: Room | undefined): void {
    followers.forget(connection)
    const reason = room !== undefined && room.endedAt === null ? 'left' : 'ended'
    sockets.send(connection, frameOf({ type: 'roomOver', roomId, reason }))
  }

  return {
    /** Lets a tab follow a room if its member is in it. */
    admit: async (connection: Connection, roomId: string): Promise<void> => {
      const room = await store.findRoom(db, roomId)
      const isIn = room?.people.some(({ userId }) => userId === connection.holder.userId)
      if (room === undefined || !isIn || room.endedAt !== null) return over(connection, roomId, room)
      await people()
      await show(room)
      followers.admit(connection, roomId)
      welcome(connection, roomId)
    },
  }
}
