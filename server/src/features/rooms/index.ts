/** Listening rooms: members hear the same music at the same time. */
import { defineFeature } from '#feature.ts'
import { frameOf } from '#realtime/frames.ts'
import { openRoomClock } from './clock.ts'

export const rooms = defineFeature({
  name: 'rooms',
  open: async ({ services, sockets }) => {
    const clock = await openRoomClock(services.db, services.log)
    sockets.on('clock', (connection, { sent }) => {
      const received = clock.now()
      sockets.send(connection, frameOf({ type: 'clock', sent, received, replied: clock.now() }))
    })
    return { clock }
  },
  close: ({ clock }) => clock.close(),
})
