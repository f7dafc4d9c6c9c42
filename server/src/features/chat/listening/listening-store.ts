import type { Kysely } from 'kysely'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

/* Conversations of listening rooms. Each has the id of its room. */

type Db = Kysely<Schema>

/** Maximum number of rows that one statement removes. */
const AT_ONCE = 500

export async function insertRoomConversation(
  trx: Db,
  { id, createdAt }: { id: string; createdAt: string },
): Promise<void> {
  await trx
    .insertInto('conversations')
    .values({ id, kind: 'listening', pair: null, revision: 0, lastId: '', forgottenRevision: 0, createdAt })
    .execute()
}

/** Records that these members are in the room, again or for the first time. */
export async function enterRoomConversation(trx: Db, id: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .insertInto('conversationMembers')
    .values(userIds.map((userId) => ({ conversationId: id, userId, leftAt: null })))
    .onConflict((conflict) => conflict.columns(['userId', 'conversationId']).doUpdateSet({ leftAt: null }))
    .execute()
}

/** Records that these members have left the room. They may still read its conversation. */
export async function leaveRoomConversation(
  trx: Db,
  id: string,
  { userIds, at }: { userIds: readonly string[]; at: string },
): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .updateTable('conversationMembers')
    .set({ leftAt: at })
    .where('conversationId', '=', id)
    .where('userId', 'in', userIds)
    .execute()
}

/** Removes the account from the conversation, so that it may no longer read it. */
export async function excludeFromConversation(db: Db, id: string, userId: string): Promise<void> {
  await db
    .deleteFrom('conversationMembers')
    .where('conversationId', '=', id)
    .where('userId', '=', userId)
    .execute()
}

/** Removes all members from the conversation, so that they may not read it until they enter it again. Messages stay. */
export async function closeConversation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('conversationMembers').where('conversationId', '=', id).execute()
}

/** Lets the account read the conversation, as if it had been in the room and left. */
export async function letRead(
  db: Db,
  id: string,
  { userId, at }: { userId: string; at: string },
): Promise<void> {
  await db
    .insertInto('conversationMembers')
    .values({ conversationId: id, userId, leftAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'conversationId']).doNothing())
    .execute()
}

const selectCount = prepared<{ id: string }, { count: number | string }>((db, slot) =>
  db
    .selectFrom('chatMessages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('conversationId', '=', slot('id'))
    .where('deletedAt', 'is', null),
)

/** The number of messages of a conversation. */
export async function countMessages(db: Db, id: string): Promise<number> {
  const [row] = await selectCount(db, { id })
  return Number(row?.count)
}

/**
 * Detaches some media of a conversation from its messages. Their rows stay, because they count for the daily limits of
 * the members who uploaded them.
 * @returns the files to remove, and none when there are no more media
 */
export async function releaseSomeMedia(trx: Db, conversationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('chatMedia')
    .innerJoin('chatMessages', 'chatMessages.id', 'chatMedia.messageId')
    .select(['chatMedia.name', 'chatMedia.storageName'])
    .where('chatMessages.conversationId', '=', conversationId)
    .limit(AT_ONCE)
    .execute()
  if (rows.length === 0) return []
  await trx
    .updateTable('chatMedia')
    .set({ messageId: null, storageName: null })
    .where(
      'name',
      'in',
      rows.map(({ name }) => name),
    )
    .execute()
  return rows.map(({ storageName }) => storageName ?? '')
}

/** Deletes some messages of a conversation with what belongs to them. @returns whether there were any */
export async function deleteSomeMessages(trx: Db, conversationId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('chatMessages')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chatMessages as oldest')
        .select('oldest.id')
        .where('oldest.conversationId', '=', conversationId)
        .limit(AT_ONCE),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteConversation(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('chatReads').where('conversationId', '=', id).execute()
  await trx.deleteFrom('conversations').where('id', '=', id).execute()
}
