import { type ChatMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type Conversation, ROOM } from '../conversations/conversation.ts'
import type { Feed } from '../changes/feed.ts'
import { messageRateLimiter, type RateLimitMessages } from './message-rate-limit.ts'
import { type Draft, postMessage } from './messages.ts'
import * as store from './store.ts'
import { checkMayRead, checkMayWrite } from '../order/writing.ts'
import { toWire } from './to-wire.ts'

/** Reads and posts messages within the rate limit; used by the routes of the chat and by other protocols. */
export interface Room {
  /** Those of the room, newest first. @throws Refused `chatBanned` */
  newest(caller: Pick<Caller, 'id'>, count: number): Promise<ChatMessage[]>
  /** Posts to a conversation that the caller takes part in, or to the room. @throws Refused `rateLimited`, and as `postMessage` */
  post(
    caller: Pick<Caller, 'id' | 'isAdmin'>,
    draft: Draft,
    conversation?: Conversation,
  ): Promise<ChatMessage>
  limitRate: RateLimitMessages
  /** Of edits and reactions. */
  limitChanges: RateLimitMessages
}

export function openRoom(
  services: Services,
  { feed, presence }: { feed: Feed; presence: Pick<Presence, 'findPerson'> },
): Room {
  const limitRate = messageRateLimiter(services.config.rateLimitFactor, services.bus, 'messages')
  return {
    newest: async ({ id }, count) => {
      await checkMayRead(services.db, id)
      return (await store.listNewest(services.db, ROOM_ID, { limit: count, offset: 0 })).map(toWire)
    },
    post: async ({ id, isAdmin }, draft, conversation = ROOM) => {
      limitRate(id)
      await checkMayWrite(services, id, conversation.id)
      const author = await presence.findPerson(id)
      // The account was deleted after its access was checked.
      if (author === undefined) throw new Refused(unauthenticated)
      return postMessage({ ...services, feed }, conversation, { ...author, isAdmin }, draft)
    },
    limitRate,
    limitChanges: messageRateLimiter(services.config.rateLimitFactor, services.bus, 'message-changes'),
  }
}
