import { conversationNotFound, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Services } from '#services.ts'
import { Refused } from '#platform/refused.ts'
import { type Conversation, takesPart } from './conversation.ts'
import * as store from './store.ts'

/**
 * The conversation that a call is about, if the caller takes part in it.
 * @throws Refused `conversationNotFound`, also for a conversation of others
 */
export async function findConversation(
  db: Services['db'],
  userId: string,
  id = ROOM_ID,
): Promise<Conversation> {
  const conversation = await store.conversationById(db, id)
  if (conversation === undefined || !takesPart(conversation, userId)) throw new Refused(conversationNotFound)
  return conversation
}
