import { type Kysely, sql } from 'kysely'

/** Replies, edits with their former texts, reactions and pins of chat messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A reply keeps the id of the message that it answers when that message is removed, so this is no reference.
  for (const column of ['reply_to', 'edited_at', 'pinned_at'])
    await db.schema.alterTable('chat_messages').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('chat_messages')
    .addColumn('reactions', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`create index chat_messages_pinned on chat_messages (pinned_at) where pinned_at is not null`.execute(
    db,
  )
  // A process that missed these changes reads them in the order of their revisions.
  await sql`create index chat_changes_of_kinds on chat_changes (conversation_id, revision)
    where kind not in ('message', 'deletion')`.execute(db)

  await db.schema
    .createTable('chat_versions')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('chat_messages.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('mentions', 'text', (column) => column.notNull())
    .addColumn('written_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_versions_once', ['message_id', 'revision'])
    .execute()

  // The account is no reference: its reactions are removed one by one, because each removal is a change of the chat.
  await db.schema
    .createTable('chat_reactions')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('chat_messages.id').onDelete('cascade'),
    )
    .addColumn('emoji', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_reactions_once', ['message_id', 'emoji', 'user_id'])
    .execute()
  await db.schema
    .createIndex('chat_reactions_in_order')
    .on('chat_reactions')
    .columns(['message_id', 'emoji', 'revision'])
    .execute()
  await db.schema
    .createIndex('chat_reactions_of_member')
    .on('chat_reactions')
    .columns(['user_id', 'message_id'])
    .execute()
}
