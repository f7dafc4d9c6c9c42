import { type Kysely, sql } from 'kysely'

/** Reports of messages, mutes and bans, and the slow mode of the room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // No foreign key: a report stays when the message is deleted.
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('reporter_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('media_kind', 'text')
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'text')
    .addColumn('closed_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addUniqueConstraint('chat_reports_once', ['message_id', 'reporter_id'])
    .execute()
  await sql`create index chat_reports_open on chat_reports (created_at) where closed_at is null`.execute(db)
  await db.schema.createIndex('chat_reports_closed').on('chat_reports').column('closed_at').execute()
  await db.schema
    .createIndex('chat_reports_of_author')
    .on('chat_reports')
    .columns(['author_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('chat_reports_of_reporter')
    .on('chat_reports')
    .columns(['reporter_id', 'created_at'])
    .execute()

  await db.schema
    .createTable('chat_restrictions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('until', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('lifted_at', 'text')
    .execute()
  await sql`create unique index chat_restrictions_in_force on chat_restrictions (user_id, kind)
    where lifted_at is null`.execute(db)
  await db.schema
    .createIndex('chat_restrictions_of_user')
    .on('chat_restrictions')
    .columns(['user_id', 'created_at'])
    .execute()

  // A single row.
  await db.schema
    .createTable('chat_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('slow_seconds', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into chat_settings (id, slow_seconds) values (1, 0)`.execute(db)
}
