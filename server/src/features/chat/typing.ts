import { type OwnTyping, Typing } from '@tonarchiv/contract/chat'
import type * as z from 'zod/mini'
import type { Blocks } from '#features/blocks/index.ts'
import type { Presence } from '#features/presence/index.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Holder } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { RestrictedMembers } from './order/restricted-members.ts'

/** Shortest time between two broadcasts that the same member is typing; the client reports it more often. */
const REPEAT_AFTER_MS = 1000

type TypingMessage = z.infer<typeof Typing>

/** Where a member types; undefined for the room. */
type Place = string | undefined

type Member = { holder: Pick<Holder, 'userId'> }

interface TypingSockets extends Pick<Sockets, 'connectionsOf' | 'broadcastLocally' | 'sendToUsers'> {
  on(type: 'typing', handler: (from: Member, message: z.infer<typeof OwnTyping>) => void): void
  watch(watcher: { closed: (from: Member) => void }): void
}

interface TypingOptions extends Pick<Services, 'bus' | 'log'> {
  limit: BroadcastLimit
  restricted: Pick<RestrictedMembers, 'bannedIds' | 'mayWrite'>
  blocks: Pick<Blocks, 'hiddenFrom'>
  /** The other members of a conversation who may see that `userId` is typing. Not called for the room. */
  recipientsOf: (conversationId: string, userId: string) => Promise<readonly string[]>
}

/** Sends to the other members of a conversation who is typing. A member types in one conversation at a time. */
export function forwardTyping(
  sockets: TypingSockets,
  presence: Pick<Presence, 'personOf'>,
  { bus, log, limit, restricted, blocks, recipientsOf }: TypingOptions,
): void {
  const typing = new Map<string, { place: Place; sentAt: number }>()
  /** The last message of each member that is being sent: a later one of the same member must not arrive before it. */
  const sending = new Map<string, Promise<void>>()
  const topic = bus.topic('typing', Typing)

  /** Every process decides which of the members that are connected to it receive the message. */
  function broadcastInRoom(message: TypingMessage): void {
    const { userId } = message
    sockets.broadcastLocally(
      frameOf(message),
      new Set([userId, ...restricted.bannedIds(), ...blocks.hiddenFrom(userId)]),
    )
  }
  topic.subscribe(broadcastInRoom)

  async function sendTyping(userId: string, place: Place, isTyping: boolean): Promise<void> {
    const person = presence.personOf(userId)
    if (person === undefined) return
    const { username, displayName } = person
    const message: TypingMessage = { type: 'typing', userId, username, displayName, isTyping }
    if (place === undefined) {
      if (!restricted.mayWrite(userId)) return
      broadcastInRoom(message)
      topic.publish(message)
      return
    }
    const recipients = await recipientsOf(place, userId)
    if (recipients.length > 0) sockets.sendToUsers(recipients, { ...message, conversationId: place })
  }

  function send(userId: string, place: Place, isTyping: boolean): void {
    limit.run(userId, 'typing', () => {
      const before = sending.get(userId) ?? Promise.resolve()
      const sent = before
        .then(async () => sendTyping(userId, place, isTyping))
        .catch((error: unknown) => log.warn({ err: error }, 'typing was not sent'))
        .finally(() => {
          if (sending.get(userId) === sent) sending.delete(userId)
        })
      sending.set(userId, sent)
    })
  }

  function stop(userId: string): void {
    const last = typing.get(userId)
    if (last === undefined) return
    typing.delete(userId)
    send(userId, last.place, false)
  }

  sockets.on('typing', ({ holder: { userId } }, { isTyping, conversationId }) => {
    if (!isTyping) return stop(userId)
    const now = performance.now()
    const last = typing.get(userId)
    if (last !== undefined && last.place !== conversationId) stop(userId)
    else if (last !== undefined && now - last.sentAt < REPEAT_AFTER_MS) return
    typing.set(userId, { place: conversationId, sentAt: now })
    send(userId, conversationId, true)
  })
  sockets.watch({
    closed: ({ holder: { userId } }) => {
      if (sockets.connectionsOf(userId).length === 0) stop(userId)
    },
  })
}
