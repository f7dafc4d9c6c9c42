import { type Kysely, sql } from 'kysely'

/**
 * The chat's changes get a table of their own, one row for each revision, so that further kinds of changes need no
 * further columns of the message. The columns for messages and deletions are moved there.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('chat_changes')
    .addColumn('revision', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) =>
      kind === 'sqlite'
        ? column.notNull().references('chat_messages.id').onDelete('cascade')
        : column.notNull(),
    )
    .addColumn('payload', 'text')
    .execute()
  await sql`insert into chat_changes (revision, kind, message_id)
    select revision, 'message', id from chat_messages
    union all
    select deleted_revision, 'deletion', id from chat_messages where deleted_revision is not null`.execute(db)
  // PostgreSQL checks a million references several times faster in one statement than one by one.
  if (kind === 'postgres')
    await db.schema
      .alterTable('chat_changes')
      .addForeignKeyConstraint('chat_changes_message_id_fkey', ['message_id'], 'chat_messages', ['id'])
      .onDelete('cascade')
      .execute()
  await db.schema.createIndex('chat_changes_of_message').on('chat_changes').column('message_id').execute()
  await sql`create index chat_changes_deletions on chat_changes (revision) where kind = 'deletion'`.execute(
    db,
  )

  for (const index of ['chat_messages_by_revision', 'chat_messages_by_deletion'])
    await db.schema.dropIndex(index).execute()
  for (const column of ['revision', 'deleted_revision'])
    await db.schema.alterTable('chat_messages').dropColumn(column).execute()
}
