import type { Presence } from '#features/presence/index.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets } from '#realtime/sockets.ts'

/** Somebody who goes on typing is told of again after so long, not with every key. */
const AGAIN_AFTER_MS = 1000

/** Tells everyone else who is typing. */
export function passTypingOn(sockets: Sockets, presence: Presence, limit: BroadcastLimit): void {
  /** Since when those who type were last told of. */
  const typing = new Map<string, number>()

  function tell(userId: string, isTyping: boolean): void {
    const person = presence.personOf(userId)
    if (person === undefined) return
    const { username, displayName } = person
    sockets.tellEveryone({ type: 'typing', userId, username, displayName, isTyping }, userId)
  }

  function stop(userId: string): void {
    if (typing.delete(userId)) limit.run(userId, 'typing', () => tell(userId, false))
  }

  sockets.hear('typing', ({ holder: { userId } }, { isTyping }) => {
    if (!isTyping) return stop(userId)
    const now = performance.now()
    if (now - (typing.get(userId) ?? -AGAIN_AFTER_MS) < AGAIN_AFTER_MS) return
    typing.set(userId, now)
    limit.run(userId, 'typing', () => tell(userId, true))
  })
  sockets.watch({
    closed: ({ holder: { userId } }) => {
      if (sockets.connectionsOf(userId).length === 0) stop(userId)
    },
  })
}
