import type { Kysely } from 'kysely'

/** Messages are searched by their author and by what they hold, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('chat_messages_of_author')
    .on('chat_messages')
    .columns(['user_id', 'conversation_id', 'id'])
    .execute()
  await db.schema.createIndex('chat_media_of_kind').on('chat_media').columns(['kind', 'message_id']).execute()
  await db.schema
    .createIndex('chat_media_of_author')
    .on('chat_media')
    .columns(['user_id', 'kind', 'message_id'])
    .execute()
}
