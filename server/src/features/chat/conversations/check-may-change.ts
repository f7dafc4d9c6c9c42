import type { Executor } from '#database/prepared.ts'
import type { Services } from '#services.ts'
import { checkMayWrite } from '../order/writing.ts'
import { isDirect } from './conversation.ts'
import { conversationOfMessage } from './store.ts'

/**
 * Whether an account may change a message: edit it, react to it.
 * @throws Refused `chatBanned`, `chatMuted` in the room and in listening rooms
 */
export async function checkMayChange(
  needs: Pick<Services, 'now'> & { db: Executor },
  userId: string,
  messageId: string,
): Promise<void> {
  const conversation = await conversationOfMessage(needs.db, messageId)
  if (conversation !== undefined && !isDirect(conversation)) await checkMayWrite(needs, userId)
}
