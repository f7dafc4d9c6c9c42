import type { Presence } from '#features/presence/index.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { isPrivate, takesPart } from './conversations/conversation.ts'
import type { BannedMembers } from './order/banned-members.ts'
import { isShared } from './conversations/relation.ts'
import { conversationById } from './conversations/store.ts'

/** Shortest time between two broadcasts that the same member is typing; the client reports it more often. */
const REPEAT_AFTER_MS = 1000

interface Typing {
  /** Undefined for the room. */
  conversationId: string | undefined
  /** When it was last sent. */
  sentAt: number
}

interface TypingOptions extends Pick<Services, 'db' | 'log'> {
  limit: BroadcastLimit
  banned: Pick<BannedMembers, 'ids'>
}

/** Sends to the others of a conversation which member is typing. A member types in one conversation at a time. */
export function forwardTyping(
  sockets: Sockets,
  presence: Presence,
  { db, log, limit, banned }: TypingOptions,
): void {
  const typing = new Map<string, Typing>()

  async function sendTyping(
    userId: string,
    { conversationId, isTyping }: Pick<Typing, 'conversationId'> & { isTyping: boolean },
  ): Promise<void> {
    const person = presence.personOf(userId)
    if (person === undefined) return
    const { username, displayName } = person
    const message = { type: 'typing', userId, username, displayName, isTyping } as const
    if (conversationId === undefined) {
      if (!banned.ids().has(userId)) sockets.broadcast(message, userId)
      return
    }
    const conversation = await conversationById(db, conversationId)
    if (conversation === undefined || !isPrivate(conversation) || !takesPart(conversation, userId)) return
    if (!(await isShared(db, conversation, userId))) return
    const others = conversation.memberIds.filter((id) => id !== userId)
    sockets.sendToUsers(others, { ...message, conversationId })
  }

  function send(userId: string, what: Parameters<typeof sendTyping>[1]): void {
    limit.run(userId, 'typing', () => {
      sendTyping(userId, what).catch((error: unknown) => log.warn({ err: error }, 'typing was not sent'))
    })
  }

  function stop(userId: string): void {
    const last = typing.get(userId)
    if (last === undefined) return
    typing.delete(userId)
    send(userId, { conversationId: last.conversationId, isTyping: false })
  }

  sockets.on('typing', ({ holder: { userId } }, { isTyping, conversationId }) => {
    if (!isTyping) return stop(userId)
    const now = performance.now()
    const last = typing.get(userId)
    if (last !== undefined && last.conversationId !== conversationId) stop(userId)
    else if (last !== undefined && now - last.sentAt < REPEAT_AFTER_MS) return
    typing.set(userId, { conversationId, sentAt: now })
    send(userId, { conversationId, isTyping: true })
  })
  sockets.watch({
    closed: ({ holder: { userId } }) => {
      if (sockets.connectionsOf(userId).length === 0) stop(userId)
    },
  })
}
