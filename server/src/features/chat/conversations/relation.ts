import type { Executor } from '#database/prepared.ts'
import { areBlocked, hiddenAmong } from '#features/blocks/index.ts'
import { areFriends, requestBetween } from '#features/friends/index.ts'
import { isDirect, isPrivate, type PrivateConversation, takesPart } from './conversation.ts'
import { conversationById } from './store.ts'

/** The other member of a conversation; undefined after the account was deleted. */
export function otherOf({ memberIds }: PrivateConversation, userId: string): string | undefined {
  return memberIds.find((id) => id !== userId)
}

/**
 * Whether the other member of a conversation may see what `userId` does in it, such as typing, reading and reacting.
 * Both must be friends or have an open friend request, and neither may have blocked the other.
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

/**
 * The members who may see what `userId` does in a conversation. In a conversation of two members this is the other
 * member, if `isShared`. In a listening room these are the members who are not hidden from `userId`. Empty for the
 * room.
 */
export async function reachedBy(
  db: Executor,
  conversationId: string,
  userId: string,
): Promise<readonly string[]> {
  const conversation = await conversationById(db, conversationId)
  if (conversation === undefined || !isPrivate(conversation) || !takesPart(conversation, userId)) return []
  const others = conversation.memberIds.filter((id) => id !== userId)
  if (isDirect(conversation)) return (await isShared(db, conversation, userId)) ? others : []
  const hidden = new Set(others.length === 0 ? [] : await hiddenAmong(db, userId, others))
  return others.filter((id) => !hidden.has(id))
}

/** Decides who may write in a conversation of two members. */
export interface WritingRules {
  /**
   * Counts the first message of a conversation against the member's daily limit of new conversations.
   * @throws Refused `tooManyConversations`
   */
  begin(conversation: PrivateConversation, userId: string): Promise<void>
  /**
   * Checks whether the member may write. Call it in the transaction that stores the message, after its revision was
   * taken. Messages that are sent at once then wait for each other, and each check sees those before it.
   * @throws Refused `conversationEnded`, `waitForFriend`
   */
  check(trx: Executor, conversation: PrivateConversation, userId: string): Promise<void>
}
