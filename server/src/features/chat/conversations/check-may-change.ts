import type { Executor } from '#database/prepared.ts'
import type { Services } from '#services.ts'
import { checkMayWrite } from '../order/writing.ts'
import { isDirect } from './conversation.ts'
import { conversationOfMessage } from './store.ts'

/**
 * Checks that an account may change a message, that is, edit it or react to it. In direct conversations it always may.
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
