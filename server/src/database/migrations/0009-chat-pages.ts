import type { Kysely } from 'kysely'

/** Pages of the chat are read from an index in their order; before, each one sorted all that was ever said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('chat_messages_by_deletion').execute()
  await db.schema
    .createIndex('chat_messages_by_deletion')
    .on('chat_messages')
    .columns(['deleted_revision', 'id'])
    .execute()
}
