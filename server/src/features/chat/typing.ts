import type { Presence } from '#features/presence/index.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets } from '#realtime/sockets.ts'

/** Shortest time between two broadcasts that the same member is typing; the client reports it more often. */
const REPEAT_AFTER_MS = 1000

/** Broadcasts to all other members which member is typing. */
export function forwardTyping(sockets: Sockets, presence: Presence, limit: BroadcastLimit): void {
  /** When the typing of each member was last broadcast. */
  const typing = new Map<string, number>()

  function broadcastTyping(userId: string, isTyping: boolean): void {
    const person = presence.personOf(userId)
    if (person === undefined) return
    const { username, displayName } = person
    sockets.broadcast({ type: 'typing', userId, username, displayName, isTyping }, userId)
  }

  function stop(userId: string): void {
    if (typing.delete(userId)) limit.run(userId, 'typing', () => broadcastTyping(userId, false))
  }

  sockets.on('typing', ({ holder: { userId } }, { isTyping }) => {
    if (!isTyping) return stop(userId)
    const now = performance.now()
    if (now - (typing.get(userId) ?? -REPEAT_AFTER_MS) < REPEAT_AFTER_MS) return
    typing.set(userId, now)
    limit.run(userId, 'typing', () => broadcastTyping(userId, true))
  })
  sockets.watch({
    closed: ({ holder: { userId } }) => {
      if (sockets.connectionsOf(userId).length === 0) stop(userId)
    },
  })
}
