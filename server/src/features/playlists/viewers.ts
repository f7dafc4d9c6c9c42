import * as z from 'zod/mini'
import type { Bus } from '#events/bus.ts'
import type { Connection } from '#realtime/connection.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'

/** The browsers whose page shows a playlist, of this process; changes also reach those of the others. */
export interface Viewers {
  /** Notifies the browsers that show this playlist, here and at the other processes. */
  notify(playlistId: string): void
}

const Changed = z.object({ playlistId: z.string() })

/**
 * The message contains nothing of the playlist: a browser reads the changes with a call, which checks that its
 * account may still see it.
 */
export function openViewers(sockets: Sockets, bus: Bus): Viewers {
  const shown = new Map<Connection, string>()
  const viewers = new Map<string, Set<Connection>>()
  const topic = bus.topic('playlists.changed', Changed)

  function leave(connection: Connection): void {
    const playlistId = shown.get(connection)
    if (playlistId === undefined) return
    shown.delete(connection)
    const its = viewers.get(playlistId)
    its?.delete(connection)
    if (its?.size === 0) viewers.delete(playlistId)
  }

  function notifyLocally(playlistId: string): void {
    const frame = frameOf({ type: 'playlistChanged', playlistId })
    for (const connection of viewers.get(playlistId) ?? []) sockets.send(connection, frame)
  }

  sockets.on('openPlaylist', (connection, { playlistId }) => {
    leave(connection)
    if (playlistId === null) return
    shown.set(connection, playlistId)
    const its = viewers.get(playlistId) ?? new Set()
    viewers.set(playlistId, its.add(connection))
  })
  sockets.watch({ closed: leave })
  topic.subscribe(({ playlistId }) => notifyLocally(playlistId))
  // Changes at other processes were not received while the bus was down.
  bus.onReturn(() => {
    for (const playlistId of viewers.keys()) notifyLocally(playlistId)
  })

  return {
    notify: (playlistId) => {
      notifyLocally(playlistId)
      topic.publish({ playlistId })
    },
  }
}
