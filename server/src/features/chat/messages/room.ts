import { type ChatMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { notInRoom } from '@tonarchiv/contract/rooms'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import type { Cards } from '#features/cards/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type Conversation, isDirect, isPrivate, ROOM, takesPart } from '../conversations/conversation.ts'
import { conversationById } from '../conversations/store.ts'
import type { Feed } from '../changes/feed.ts'
import { messageRateLimiter, type RateLimitMessages } from './message-rate-limit.ts'
import type { WritingRules } from '../conversations/relation.ts'
import { type CheckPost, type Draft, type FindCard, postMessage } from './messages.ts'
import * as store from './store.ts'
import { checkMayRead, checkMayWrite } from '../order/writing.ts'
import { toWire } from './to-wire.ts'

/** Reads and posts messages within the rate limit; used by the routes of the chat and by other protocols. */
export interface Room {
  /** The newest messages of the room, newest first. @throws Refused `chatBanned` */
  newest(caller: Pick<Caller, 'id'>, count: number): Promise<ChatMessage[]>
  /**
   * Posts to a conversation that the caller takes part in, or to the room.
   * @throws Refused `rateLimited`, `notInRoom`, and as `postMessage`, `WritingRules.begin` and `check`
   */
  post(caller: Caller, draft: Draft, conversation?: Conversation): Promise<ChatMessage>
  limitRate: RateLimitMessages
  /** The rate limit of edits and reactions. */
  limitChanges: RateLimitMessages
}

export function openRoom(
  services: Services,
  {
    feed,
    presence,
    cards,
    writing,
  }: { feed: Feed; presence: Pick<Presence, 'findPerson'>; cards: Cards; writing: WritingRules },
): Room {
  const limitRate = messageRateLimiter(services.config.rateLimitFactor, services.bus, 'messages')
  return {
    newest: async ({ id }, count) => {
      await checkMayRead(services.db, id)
      return (await store.listNewest(services.db, ROOM_ID, { limit: count, offset: 0 })).map(toWire)
    },
    post: async (caller, draft, conversation = ROOM) => {
      const { id, isAdmin } = caller
      limitRate(id)
      if (!isDirect(conversation)) await checkMayWrite(services, id)
      const author = await presence.findPerson(id)
      // The account was deleted after its access was checked.
      if (author === undefined) throw new Refused(unauthenticated)
      const needs = { ...services, feed, findCard: finderOf(cards, caller) }
      const writer = { ...author, isAdmin }
      if (!isPrivate(conversation)) return postMessage(needs, conversation, writer, draft)
      const check: CheckPost = async (trx) =>
        isDirect(conversation)
          ? writing.check(trx, conversation, id)
          : checkIsInRoom(trx, conversation.id, id)
      await check(services.db)
      if (isDirect(conversation)) await writing.begin(conversation, id)
      return postMessage({ ...needs, check }, conversation, writer, draft)
    },
    limitRate,
    limitChanges: messageRateLimiter(services.config.rateLimitFactor, services.bus, 'message-changes'),
  }
}

/** @throws Refused `notInRoom` when the account is not in the listening room, or has left it */
async function checkIsInRoom(trx: Executor, conversationId: string, userId: string): Promise<void> {
  const conversation = await conversationById(trx, conversationId)
  if (conversation === undefined || !takesPart(conversation, userId)) throw new Refused(notInRoom)
}

function finderOf(cards: Cards, caller: Caller): FindCard {
  return async ({ content, card }) => {
    if (card !== undefined) {
      await cards.check(caller, card)
      return { content, card }
    }
    const linked = await cards.linkedIn(caller, content)
    return { content: linked?.rest ?? content, card: linked?.card }
  }
}
