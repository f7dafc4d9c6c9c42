import type { Executor } from '#database/prepared.ts'
import { areBlocked } from '#features/blocks/index.ts'
import { areFriends, requestBetween } from '#features/friends/index.ts'
import { isPrivate, type PrivateConversation, takesPart } from './conversation.ts'
import { conversationById } from './store.ts'

/** The other member of a conversation; undefined after the account was deleted. */
export function otherOf({ memberIds }: PrivateConversation, userId: string): string | undefined {
  return memberIds.find((id) => id !== userId)
}

/**
 * Whether what a member does in a conversation may reach the other one: both are friends, or a request is open, and
 * neither has blocked the other.
 */
export async function isShared(
  db: Executor,
  conversation: PrivateConversation,
  userId: string,
): Promise<boolean> {
  const otherId = otherOf(conversation, userId)
  if (otherId === undefined || (await areBlocked(db, userId, otherId))) return false
  return (await areFriends(db, userId, otherId)) || (await requestBetween(db, userId, otherId)) !== undefined
}

/** The other members of a conversation whom what this one does in it may reach. Of the room, none. */
export async function reachedBy(
  db: Executor,
  conversationId: string,
  userId: string,
): Promise<readonly string[]> {
  const conversation = await conversationById(db, conversationId)
  if (conversation === undefined || !isPrivate(conversation) || !takesPart(conversation, userId)) return []
  if (!(await isShared(db, conversation, userId))) return []
  return conversation.memberIds.filter((id) => id !== userId)
}

/** Decides who may write in a conversation of two members. */
export interface WritingRules {
  /**
   * Counts the beginning of a conversation.
   * @throws Refused `tooManyConversations`
   */
  begin(conversation: PrivateConversation, userId: string): Promise<void>
  /**
   * Call it in the transaction that stores a message, after it took a revision: of several messages at once the
   * second then sees the first.
   * @throws Refused `conversationEnded`, `waitForFriend`
   */
  check(trx: Executor, conversation: PrivateConversation, userId: string): Promise<void>
}
