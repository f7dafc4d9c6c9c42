import type { Kysely } from 'kysely'

/**
 * Pages of the chat are read in the order of their ids. Because of the index over deletions both databases read and
 * sorted all existing messages for each page; now it contains deletions only.
 */
export async function up(db: Kysely<{ chat_messages: { deleted_revision: number | null } }>): Promise<void> {
  await db.schema.dropIndex('chat_messages_by_deletion').execute()
  await db.schema
    .createIndex('chat_messages_by_deletion')
    .on('chat_messages')
    .column('deleted_revision')
    .where('deleted_revision', 'is not', null)
    .execute()
}
