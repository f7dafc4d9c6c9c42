import type { Kysely } from 'kysely'

/**
 * Pages of the chat are read in the order of their ids. The index over deletions led both databases to take all that was
 * not deleted and sort it for every page; now it holds deletions only.
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
