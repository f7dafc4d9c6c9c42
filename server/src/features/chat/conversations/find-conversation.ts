import { conversationNotFound, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Conversation, takesPart } from './conversation.ts'
import { checkMayRead } from '../order/writing.ts'
import * as store from './store.ts'

/**
 * The conversation that a call is about, if the caller takes part in it.
 * @throws Refused `conversationNotFound`, also for a conversation of others, and with a member who is hidden;
 * `chatBanned` for the room
 */
export async function findConversation(
  { db, presence }: { db: Executor; presence: Pick<Presence, 'isHidden'> },
  userId: string,
  id = ROOM_ID,
): Promise<Conversation> {
  const conversation = await store.conversationById(db, id)
  if (conversation === undefined || !takesPart(conversation, userId)) throw new Refused(conversationNotFound)
  if (conversation.memberIds?.some((otherId) => presence.isHidden(userId, otherId)) === true)
    throw new Refused(conversationNotFound)
  if (conversation.id === ROOM_ID) await checkMayRead(db, userId)
  return conversation
}
