import { conversationNotFound, messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Conversation, isDirect, mayRead } from './conversation.ts'
import { checkMayRead } from '../order/writing.ts'
import * as store from './store.ts'

interface Needs {
  db: Executor
  presence: Pick<Presence, 'isHidden'>
}

/** Whether an account may read a conversation. The other member of a conversation of two must not be hidden from it. */
function isVisible({ presence }: Needs, conversation: Conversation, userId: string): boolean {
  if (!mayRead(conversation, userId)) return false
  const others = isDirect(conversation) ? conversation.memberIds : []
  return !others.some((otherId) => presence.isHidden(userId, otherId))
}

/**
 * The conversation that a call is about, if the caller may read it.
 * @throws Refused `conversationNotFound`, also for conversations of other members and those with a hidden member;
 * `chatBanned` for the room
 */
export async function findConversation(needs: Needs, userId: string, id = ROOM_ID): Promise<Conversation> {
  const conversation = await store.conversationById(needs.db, id)
  if (conversation === undefined || !isVisible(needs, conversation, userId))
    throw new Refused(conversationNotFound)
  if (conversation.id === ROOM_ID) await checkMayRead(needs.db, userId)
  return conversation
}

/**
 * Checks that the caller may read the conversation of a message.
 * @throws Refused `messageNotFound`; `chatBanned` for a message of the room
 */
export async function checkMayReadMessage(needs: Needs, userId: string, messageId: string): Promise<void> {
  const conversation = await store.conversationOfMessage(needs.db, messageId)
  if (conversation === undefined || !isVisible(needs, conversation, userId))
    throw new Refused(messageNotFound)
  if (conversation.id === ROOM_ID) await checkMayRead(needs.db, userId)
}

/** Whether an account may report a message: it may read the conversation, and that is not one of two members. */
export async function isReportable(db: Executor, userId: string, messageId: string): Promise<boolean> {
  const conversation = await store.conversationOfMessage(db, messageId)
  return conversation !== undefined && !isDirect(conversation) && mayRead(conversation, userId)
}
