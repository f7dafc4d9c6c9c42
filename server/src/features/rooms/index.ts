/**
 * Listening rooms: members hear the same music at the same time. Each room has one state with a revision in the
 * database; whichever process changes it, the tabs that follow the room receive the new state.
 */
import { defineFeature } from '#feature.ts'
import { playlists } from '#features/playlists/index.ts'
import { presence } from '#features/presence/index.ts'
import { frameOf } from '#realtime/frames.ts'
import { openRoomClock } from './clock.ts'
import { roomsExport } from './export.ts'
import { registerInvitations } from './invite-friends.ts'
import { openListenAlong } from './listen-along.ts'
import { openNewRoom } from './open-room.ts'
import { openRooms } from './rooms.ts'
import { registerRooms } from './routes.ts'
import { deleteEndedRooms } from './delete-ended-rooms.ts'
import './tables.ts'

export type { PremiereRooms } from './premiere-rooms.ts'
export { deletePremiereRooms } from './premiere-rooms.ts'
export { type InvitedRoom, invitedRooms } from './invite-friends.ts'

export const rooms = defineFeature({
  name: 'rooms',
  tables: {
    listeningRooms: { accountColumns: ['hostId', 'playedBy'] },
    roomEntries: { accountColumns: ['addedBy'] },
    roomVotes: { accountColumns: ['userId'] },
    roomSeats: { accountColumns: ['userId', 'holderId'] },
    listenRequests: { accountColumns: ['userId', 'targetId'] },
  },
  open: async (context) => {
    const { services, sockets, times, use } = context
    const clock = await openRoomClock(services.db, services.log)
    sockets.on('clock', (connection, { sent }) => {
      const received = clock.now()
      sockets.send(connection, frameOf({ type: 'clock', sent, received, replied: clock.now() }))
    })
    const opened = openRooms(context, use(presence), clock)
    const { songLists } = use(playlists)
    const listening = openListenAlong({
      services,
      sockets,
      presence: use(presence),
      rooms: opened,
      open: async (caller, { name, trackId, positionMs }) => {
        const added = { trackIds: [trackId] }
        const given = { name, positionMs, mode: 'all', kind: 'music', isInviteOnly: false, added } as const
        return openNewRoom({ ...services, songLists, rooms: opened }, caller, given)
      },
      answeredWithinMs: times.listenAnsweredWithinMs,
    })
    return { clock, opened, listening }
  },
  close: ({ clock, opened, listening }) => {
    listening.close()
    opened.close()
    clock.close()
  },
  register: (bind, { services, use }, { opened, listening }) => {
    registerInvitations(bind, services, opened)
    registerRooms(bind, services, {
      rooms: opened,
      listening,
      presence: use(presence),
      songLists: use(playlists).songLists,
    })
  },
  events: {
    accountDeleted: async ({ userId }, _context, { opened }) => opened.accountDeleted(userId),
    accessChanged: async ({ userId }, _context, { opened }) => opened.accessChanged(userId),
    blocksChanged: {
      inEmitter: async ({ userIds: [one, other] }, _context, { opened }) => {
        if (one !== undefined && other !== undefined) await opened.blocksChanged(one, other)
      },
    },
  },
  exportSections: [roomsExport],
  cleanup: [
    {
      name: 'listening rooms',
      schedule: 'files',
      run: deleteEndedRooms,
    },
  ],
})
