import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

interface NewDirect {
  id: string
  pair: string
  memberIds: readonly string[]
  createdAt: string
}

/** The id of the conversation of two members; it is created if there is none. */
export async function findOrInsertDirect(
  trx: Db,
  { id, pair, memberIds, createdAt }: NewDirect,
): Promise<string> {
  const row = await trx
    .insertInto('conversations')
    .values({ id, kind: 'direct', pair, revision: 0, lastId: '', forgottenRevision: 0, createdAt })
    .onConflict((conflict) => conflict.column('pair').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return (await findDirect(trx, pair)) ?? id
  await trx
    .insertInto('conversationMembers')
    .values(memberIds.map((userId) => ({ conversationId: id, userId })))
    .execute()
  return id
}

export async function findDirect(db: Db, pair: string): Promise<string | undefined> {
  const row = await db.selectFrom('conversations').select('id').where('pair', '=', pair).executeTakeFirst()
  return row?.id
}

/** When this member has last written in a conversation, deleted messages included. */
export async function lastWrittenAt(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('chatMessages')
    .select('createdAt')
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/** Whether each of these members shows how far they have read. */
export async function allShowReadMarks(db: Db, userIds: readonly string[]): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('showReadMarks', '=', 1)
    .execute()
  return rows.length === new Set(userIds).size
}

interface Chosen {
  userId: string
  /** The conversation to read; undefined for all that have messages. */
  id?: string
  limit: number
  unreadCounted: number
}

/** A member's conversations with one other member, the one with the newest message first. */
export async function directConversations(db: Db, { userId, id, limit, unreadCounted }: Chosen) {
  return db
    .selectFrom('conversationMembers as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversationId')
    .innerJoin('users as self', 'self.id', 'own.userId')
    .leftJoin('conversationMembers as other', (join) =>
      join.onRef('other.conversationId', '=', 'own.conversationId').on('other.userId', '<>', userId),
    )
    .leftJoin('users as them', 'them.id', 'other.userId')
    .leftJoin('chatReads as ownRead', (join) =>
      join.onRef('ownRead.conversationId', '=', 'conversations.id').on('ownRead.userId', '=', userId),
    )
    .leftJoin('chatReads as theirRead', (join) =>
      join
        .onRef('theirRead.conversationId', '=', 'conversations.id')
        .onRef('theirRead.userId', '=', 'other.userId'),
    )
    .select([
      'conversations.id',
      'other.userId as otherId',
      'self.showReadMarks as showsReadMarks',
      'them.showReadMarks as theyShowReadMarks',
      'theirRead.lastReadId as theirReadId',
      'theirRead.seenId as theirSeenId',
      'own.isMuted',
    ])
    .select((eb) => [
      eb
        .selectFrom('chatMessages')
        .select('chatMessages.id')
        .whereRef('chatMessages.conversationId', '=', 'conversations.id')
        .where('deletedAt', 'is', null)
        .orderBy('chatMessages.id', 'desc')
        .limit(1)
        .as('lastMessageId'),
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('chatMessages')
            .select('chatMessages.id')
            .whereRef('chatMessages.conversationId', '=', 'conversations.id')
            .where('deletedAt', 'is', null)
            .where((or) => or.or([or('userId', 'is', null), or('userId', '<>', userId)]))
            .where('chatMessages.id', '>', (mark) => mark.fn.coalesce('ownRead.lastReadId', mark.val('')))
            .limit(unreadCounted)
            .as('waiting'),
        )
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('unread'),
    ])
    .where('own.userId', '=', userId)
    .where('conversations.kind', '=', 'direct')
    .$if(id === undefined, (query) => query.where('conversations.lastId', '<>', ''))
    .$if(id !== undefined, (query) => query.where('conversations.id', '=', id ?? ''))
    .orderBy('conversations.lastId', 'desc')
    .limit(limit)
    .execute()
}
export type DirectRow = Awaited<ReturnType<typeof directConversations>>[number]

/**
 * Removes direct conversations of which no member is left, with their messages. Media are removed first, by the job for
 * media of deleted accounts.
 */
export async function removeAbandoned(trx: Db, limit: number): Promise<void> {
  const rows = await trx
    .selectFrom('conversations')
    .select('id')
    .where('kind', '=', 'direct')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('conversationMembers')
            .select('conversationMembers.userId')
            .whereRef('conversationMembers.conversationId', '=', 'conversations.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chatMedia')
            .innerJoin('chatMessages', 'chatMessages.id', 'chatMedia.messageId')
            .select('chatMedia.name')
            .whereRef('chatMessages.conversationId', '=', 'conversations.id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  // The foreign key of `chatChanges` deletes the changes of these messages, too.
  await trx.deleteFrom('chatMessages').where('conversationId', 'in', ids).execute()
  await trx.deleteFrom('conversations').where('id', 'in', ids).execute()
}

/** Removes the ids of deleted accounts from their conversations. */
export async function forgetPairs(db: Db): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ pair: null })
    .where('pair', 'is not', null)
    .where(
      (eb) =>
        eb
          .selectFrom('conversationMembers')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('conversationMembers.conversationId', '=', 'conversations.id'),
      '<',
      2,
    )
    .execute()
}
