import { chatBanned, chatMuted, chatSlow } from '@tonarchiv/contract/chat-refusals'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { ChatOrder } from '@tonarchiv/contract/chat-order'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './restrictions-store.ts'

type Needs = Pick<Services, 'now'> & { db: Executor }

/** What an account may do in the room. */
export async function orderFor({ db, now }: Needs, userId: string): Promise<ChatOrder> {
  const restrictions = await store.restrictionsOf(db, userId, now())
  const of = (kind: string) => {
    const found = restrictions.find((one) => one.kind === kind)
    return found === undefined ? null : { until: found.until, reason: found.reason }
  }
  return { slowSeconds: await store.slowSeconds(db), mute: of('mute'), ban: of('ban') }
}

/** @throws Refused `chatBanned` when the account is banned from the room */
export async function checkMayRead(db: Executor, userId: string): Promise<void> {
  if (await store.isBanned(db, userId)) throw new Refused(chatBanned)
}

/**
 * Checks that an account may write, edit and react in the room and in listening rooms.
 * @throws Refused `chatBanned`, `chatMuted`
 */
export async function checkMayWrite({ db, now }: Needs, userId: string): Promise<void> {
  const restrictions = await store.restrictionsOf(db, userId, now())
  if (restrictions.some(({ kind }) => kind === 'ban')) throw new Refused(chatBanned)
  if (restrictions.length > 0) throw new Refused(chatMuted)
}

/**
 * Checks the slow mode. Call it in the transaction of a new message after its revision was taken: messages of the room
 * then wait for each other, so that two at once cannot both pass.
 * @throws Refused `chatSlow`
 */
export async function checkSlowMode(
  { db: trx, now }: Needs,
  author: { id: string; isAdmin: boolean },
  conversationId: string,
): Promise<void> {
  if (conversationId !== ROOM_ID || author.isAdmin) return
  const seconds = await store.slowSeconds(trx)
  const last = seconds === 0 ? undefined : await store.lastSentAt(trx, author.id, conversationId)
  if (last === undefined) return
  const wait = Math.ceil((Date.parse(last) + seconds * 1000 - now().getTime()) / 1000)
  if (wait > 0) throw new Refused(chatSlow, { values: { n: wait }, retryAfterSeconds: wait })
}
