import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { type Conversation, type PrivateConversation, ROOM } from './conversation.ts'

type Db = Kysely<Schema>

/** Undefined when there is no such conversation, or none of its members is left. */
export async function conversationById(db: Db, id: string): Promise<Conversation | undefined> {
  if (id === ROOM_ID) return ROOM
  const rows = await db
    .selectFrom('conversationMembers')
    .innerJoin('conversations', 'conversations.id', 'conversationMembers.conversationId')
    .select(['userId', 'leftAt', 'kind'])
    .where('conversationId', '=', id)
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const idsOf = (hasLeft: boolean) =>
    rows.flatMap(({ userId, leftAt }) => ((leftAt !== null) === hasLeft ? [userId] : []))
  return { id, memberIds: idsOf(false), ...(first.kind === 'listening' && { formerIds: idsOf(true) }) }
}

/** The conversation of a message, also of a deleted one. */
export async function conversationOfMessage(db: Db, messageId: string): Promise<Conversation | undefined> {
  const row = await db
    .selectFrom('chatMessages')
    .select('conversationId')
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row && conversationById(db, row.conversationId)
}

/**
 * A condition on rows of `chatMessages`: whether an account takes part in the conversation of a message or was in that
 * listening room, is not banned from it, and in a conversation of two neither has blocked the other.
 */
export function isReadable(
  message: ExpressionBuilder<Schema, 'chatMessages'>,
  userId: string,
): Expression<SqlBool> {
  return message.or([
    message.and([
      message('chatMessages.conversationId', '=', ROOM_ID),
      message.not(
        message.exists(
          message
            .selectFrom('chatRestrictions')
            .select('chatRestrictions.id')
            .where('chatRestrictions.userId', '=', userId)
            .where('chatRestrictions.kind', '=', 'ban')
            .where('chatRestrictions.liftedAt', 'is', null),
        ),
      ),
    ]),
    message.exists(
      message
        .selectFrom('conversationMembers')
        .select('conversationMembers.userId')
        .whereRef('conversationMembers.conversationId', '=', 'chatMessages.conversationId')
        .where('conversationMembers.userId', '=', userId)
        .where((member) => member.not(member.exists(blocksWithin(member, userId)))),
    ),
  ])
}

/** Selects the blocks between the two members of a conversation of two. */
function blocksWithin(member: ExpressionBuilder<Schema, 'conversationMembers'>, userId: string) {
  const others = member
    .selectFrom('conversationMembers as others')
    .innerJoin('conversations', 'conversations.id', 'others.conversationId')
    .select('others.userId')
    .where('conversations.kind', '=', 'direct')
    .whereRef('others.conversationId', '=', 'conversationMembers.conversationId')
  return member
    .selectFrom('blocks')
    .select('blocks.userId')
    .where((eb) =>
      eb.or([
        eb('blocks.userId', '=', userId).and('blocks.blockedId', 'in', others),
        eb('blocks.blockedId', '=', userId).and('blocks.userId', 'in', others),
      ]),
    )
}

/** A conversation with the revision of its last change. */
export interface AtRevision {
  conversation: PrivateConversation
  revision: number
}

/** Conversations of certain members: those with these ids, and those whose newest message sorts after `afterId`. */
export async function revisionsOf(
  db: Db,
  { ids, afterId, limit }: { ids: readonly string[]; afterId: string; limit: number },
): Promise<AtRevision[]> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'revision'])
    .where('kind', '<>', 'room')
    .where((eb) => eb.or([eb('lastId', '>', afterId), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const members = await db
    .selectFrom('conversationMembers')
    .select(['conversationId', 'userId'])
    .where(
      'conversationId',
      'in',
      rows.map(({ id }) => id),
    )
    .where('leftAt', 'is', null)
    .execute()
  const byConversation = Map.groupBy(members, ({ conversationId }) => conversationId)
  return rows.map(({ id, revision }) => ({
    conversation: { id, memberIds: (byConversation.get(id) ?? []).map(({ userId }) => userId) },
    revision,
  }))
}
