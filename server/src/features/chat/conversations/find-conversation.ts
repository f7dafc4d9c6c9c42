import { conversationNotFound, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import { type Conversation, takesPart } from './conversation.ts'
import { checkMayRead } from '../order/writing.ts'
import * as store from './store.ts'

/**
 * The conversation that a call is about, if the caller takes part in it.
 * @throws Refused `conversationNotFound`, also for a conversation of others; `chatBanned` for the room
 */
export async function findConversation(db: Executor, userId: string, id = ROOM_ID): Promise<Conversation> {
  const conversation = await store.conversationById(db, id)
  if (conversation === undefined || !takesPart(conversation, userId)) throw new Refused(conversationNotFound)
  if (conversation.id === ROOM_ID) await checkMayRead(db, userId)
  return conversation
}
