import type { Kysely } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

interface Membership {
  userId: string
  conversationId: string
}

/** @returns whether the member takes part in the conversation, or did so in a listening room */
export async function setMuted(
  db: Db,
  { userId, conversationId, isMuted }: Membership & { isMuted: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversationMembers')
    .set({ isMuted: isMuted ? 1 : 0 })
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Undefined for a conversation without a row of the member, such as the room of all members. */
export async function findMuted(
  db: Db,
  { userId, conversationId }: Membership,
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('conversationMembers')
    .select('isMuted')
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .executeTakeFirst()
  return row && row.isMuted === 1
}

/** Those of these accounts that have muted the conversation of a message. */
export async function mutedAmong(
  db: Executor,
  messageId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('conversationMembers')
    .innerJoin('chatMessages', 'chatMessages.conversationId', 'conversationMembers.conversationId')
    .select('conversationMembers.userId')
    .where('chatMessages.id', '=', messageId)
    .where('conversationMembers.userId', 'in', userIds)
    .where('conversationMembers.isMuted', '=', 1)
    .execute()
  return rows.map(({ userId }) => userId)
}
