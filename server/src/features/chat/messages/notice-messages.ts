import type { Executor } from '#database/prepared.ts'
import { isReadable } from '../conversations/store.ts'

/** A message as a notice shows it to one member. */
export interface NoticeMessage {
  id: string
  conversationId: string
  conversationKind: 'room' | 'direct' | 'listening'
  content: string
  isDeleted: boolean
  /** Whether the member has read up to this message. */
  isRead: boolean
  /** The second of the moment that it answers; null when it answers none. */
  answeredSecond: number | null
}

/** The messages with these ids that a member may read, deleted ones included. */
export async function messagesForNotices(
  db: Executor,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NoticeMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('chatMessages')
    .innerJoin('conversations', 'conversations.id', 'chatMessages.conversationId')
    .leftJoin('chatMessages as answered', 'answered.id', 'chatMessages.replyTo')
    .leftJoin('chatReads', (join) =>
      join
        .onRef('chatReads.conversationId', '=', 'chatMessages.conversationId')
        .on('chatReads.userId', '=', userId),
    )
    .select([
      'chatMessages.id',
      'chatMessages.conversationId',
      'conversations.kind as conversationKind',
      'chatMessages.content',
      'chatMessages.deletedAt',
      'chatReads.lastReadId',
      'answered.cardSecond as answeredSecond',
    ])
    .where('chatMessages.id', 'in', [...ids])
    .where((eb) => isReadable(eb, userId))
    .execute()
  return new Map(
    rows.map(({ deletedAt, lastReadId, ...row }) => [
      row.id,
      { ...row, isDeleted: deletedAt !== null, isRead: lastReadId !== null && lastReadId >= row.id },
    ]),
  )
}

/** The reactions to these messages, for notices. Reactions of the accounts in `withoutIds` are left out. */
export async function reactionsForNotices(
  db: Executor,
  messageIds: readonly string[],
  withoutIds: readonly string[],
): Promise<ReadonlyMap<string, { emojis: { emoji: string; count: number }[]; userIds: string[] }>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chatReactions')
    .select(['messageId', 'emoji', 'userId'])
    .where('messageId', 'in', [...messageIds])
    .where('userId', 'not in', [...withoutIds])
    .orderBy('revision', 'desc')
    .limit(REACTIONS_READ_MAX)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ messageId }) => messageId)].map(([id, reactions]) => [
      id,
      {
        emojis: [...Map.groupBy(reactions, ({ emoji }) => emoji)]
          .map(([emoji, { length: count }]) => ({ emoji, count }))
          .sort((a, b) => b.count - a.count),
        userIds: [...new Set(reactions.map(({ userId }) => userId))],
      },
    ]),
  )
}

/** Maximum number of reactions that are read for one page of notices. */
const REACTIONS_READ_MAX = 5000
