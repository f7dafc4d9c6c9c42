import { type Kysely, sql } from 'kysely'

/**
 * The room of all members becomes one conversation among others. Each conversation numbers its own changes, and each
 * message, change and read mark belongs to one.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    // Each change of the conversation increments it first, so changes are committed in the order of their revisions.
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('last_id', 'text', (column) => column.notNull())
    .addColumn('forgotten_revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into conversations (id, kind, revision, last_id, forgotten_revision, created_at)
    select 'room', 'room', revision, last_id, forgotten_revision, ${new Date().toISOString()}
    from chat_state`.execute(db)
  await db.schema.dropTable('chat_state').execute()
  // Finds conversations with new messages that were missed on the bus.
  await sql`create index conversations_by_last on conversations (last_id) where kind <> 'room'`.execute(db)

  await db.schema
    .createTable('conversation_members')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversations.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('conversation_members_key', ['user_id', 'conversation_id'])
    .execute()
  await db.schema
    .createIndex('conversation_members_of_conversation')
    .on('conversation_members')
    .column('conversation_id')
    .execute()

  await db.schema
    .alterTable('chat_messages')
    .addColumn('conversation_id', 'text', (column) => column.notNull().defaultTo('room'))
    .execute()
  await db.schema
    .createIndex('chat_messages_of_conversation')
    .on('chat_messages')
    .columns(['conversation_id', 'id'])
    .execute()

  await db.schema.dropIndex('chat_changes_deletions').execute()
  await (kind === 'sqlite' ? changeSqlite(db) : changePostgres(db))
  await sql`create index chat_changes_deletions on chat_changes (conversation_id, revision)
    where kind = 'deletion'`.execute(db)
}

/** SQLite cannot change a primary key, so the rows are copied. */
async function changeSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('changes_of_conversations')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('chat_messages.id').onDelete('cascade'),
    )
    .addColumn('payload', 'text')
    .addColumn('conversation_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_changes_key', ['conversation_id', 'revision'])
    .execute()
  await sql`insert into changes_of_conversations (conversation_id, revision, kind, message_id, payload)
    select 'room', revision, kind, message_id, payload from chat_changes order by revision`.execute(db)
  await db.schema.dropTable('chat_changes').execute()
  await db.schema.alterTable('changes_of_conversations').renameTo('chat_changes').execute()
  await db.schema.createIndex('chat_changes_of_message').on('chat_changes').column('message_id').execute()

  await db.schema
    .createTable('reads_of_conversations')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_read_id', 'text', (column) => column.notNull())
    .addColumn('conversation_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_reads_key', ['user_id', 'conversation_id'])
    .execute()
  await sql`insert into reads_of_conversations (user_id, conversation_id, last_read_id)
    select user_id, 'room', last_read_id from chat_reads`.execute(db)
  await db.schema.dropTable('chat_reads').execute()
  await db.schema.alterTable('reads_of_conversations').renameTo('chat_reads').execute()
}

async function changePostgres(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of [
    ['chat_changes', ['conversation_id', 'revision']],
    ['chat_reads', ['user_id', 'conversation_id']],
  ] as const) {
    await sql`alter table ${sql.table(table)} add column conversation_id text not null default 'room'`.execute(
      db,
    )
    await sql`alter table ${sql.table(table)} alter column conversation_id drop default`.execute(db)
    await db.schema.alterTable(table).dropConstraint(`${table}_pkey`).execute()
    await db.schema
      .alterTable(table)
      .addPrimaryKeyConstraint(`${table}_key`, [...columns])
      .execute()
  }
}
