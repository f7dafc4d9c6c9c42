import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type Conversation, isDirect } from '../conversations/conversation.ts'
import { isShared } from '../conversations/relation.ts'
import { allShowReadMarks } from './direct-store.ts'

/**
 * Sends to the other member of a conversation how far `userId` has read, if `isShared` and both members show their read
 * marks.
 */
export async function shareReadMark(
  { db }: Pick<Services, 'db'>,
  sockets: Pick<Sockets, 'sendToUsers'>,
  { conversation, userId, lastReadId }: { conversation: Conversation; userId: string; lastReadId: string },
): Promise<void> {
  if (!isDirect(conversation)) return
  const { id: conversationId, memberIds } = conversation
  if (!(await isShared(db, conversation, userId)) || !(await allShowReadMarks(db, memberIds))) return
  const others = memberIds.filter((id) => id !== userId)
  sockets.sendToUsers(others, { type: 'theirRead', conversationId, lastReadId })
}
