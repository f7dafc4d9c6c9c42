import type { Insertable } from 'kysely'
import { EDITS_MAX, type MessageVersion } from '@tonarchiv/contract/chat-changes'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export async function countVersions(db: Executor, messageId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chatVersions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertVersion(trx: Executor, row: Insertable<Schema['chatVersions']>): Promise<void> {
  await trx.insertInto('chatVersions').values(row).execute()
}

export async function replaceText(
  trx: Executor,
  id: string,
  text: { content: string; mentions: string; editedAt: string },
): Promise<void> {
  await trx.updateTable('chatMessages').set(text).where('id', '=', id).execute()
}

/** Former texts of a message, the first one first. */
export async function versionsOf(db: Executor, messageId: string): Promise<MessageVersion[]> {
  return db
    .selectFrom('chatVersions')
    .select(['content', 'writtenAt'])
    .where('messageId', '=', messageId)
    .orderBy('revision')
    .limit(EDITS_MAX)
    .execute()
}

/** Former texts that mention members, in the order of their messages. */
export async function listMentioningVersions(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ messageId: string; mentions: string }[]> {
  return db
    .selectFrom('chatVersions')
    .select(['messageId', 'mentions'])
    .where('mentions', '<>', '[]')
    .where('messageId', '>', after)
    .orderBy('messageId')
    .limit(limit)
    .execute()
}

export async function deleteVersions(db: Executor, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0)
    await db.deleteFrom('chatVersions').where('messageId', 'in', messageIds).execute()
}

/** The former texts of an account's messages, for its export. */
export async function versionsOfAuthor(
  db: Executor,
  userId: string,
): Promise<{ messageId: string; content: string; writtenAt: string }[]> {
  return db
    .selectFrom('chatVersions')
    .innerJoin('chatMessages', 'chatMessages.id', 'chatVersions.messageId')
    .select(['messageId', 'chatVersions.content', 'writtenAt'])
    .where('chatMessages.userId', '=', userId)
    .orderBy('messageId')
    .orderBy('chatVersions.revision')
    .execute()
}
