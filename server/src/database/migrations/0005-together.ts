import { type Kysely, sql } from 'kysely'

/** Chat, friends, and whether others see what a member plays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('show_listening', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()

  // A single row. Each change of the chat increments it first, so changes are committed in the order of their
  // revisions.
  await db.schema
    .createTable('chat_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('last_id', 'text', (column) => column.notNull())
    .addColumn('forgotten_revision', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into chat_state (id, revision, last_id, forgotten_revision) values (1, 0, '', 0)`.execute(
    db,
  )

  await db.schema
    .createTable('chat_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // The message is kept when its author is deleted.
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('mentions', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('deleted_revision', 'integer')
    .addColumn('deleted_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('chat_messages_once', ['user_id', 'client_id'])
    .execute()
  await db.schema
    .createIndex('chat_messages_by_revision')
    .unique()
    .on('chat_messages')
    .column('revision')
    .execute()
  await db.schema
    .createIndex('chat_messages_by_deletion')
    .on('chat_messages')
    .column('deleted_revision')
    .execute()

  await db.schema
    .createTable('chat_media')
    .addColumn('name', 'text', (column) => column.primaryKey())
    // No foreign key: after the account is deleted, this says which files to delete.
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.references('chat_messages.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('storage_name', 'text')
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('given_bytes', 'integer', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('peaks', 'text')
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('chat_media_of_message').on('chat_media').column('message_id').execute()
  await db.schema
    .createIndex('chat_media_of_user')
    .on('chat_media')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema.createIndex('chat_media_by_file').on('chat_media').column('storage_name').execute()

  await db.schema
    .createTable('chat_reads')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('last_read_id', 'text', (column) => column.notNull())
    .execute()

  // Two rows for each friendship, one for each member.
  await db.schema
    .createTable('friendships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('friend_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('friendships_key', ['user_id', 'friend_id'])
    .execute()
  await db.schema.createIndex('friendships_of_friend').on('friendships').column('friend_id').execute()

  await db.schema
    .createTable('friend_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('from_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('to_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // Both ids in ascending order, so that between two members there is at most one request.
    .addColumn('pair', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('friend_requests_to').on('friend_requests').columns(['to_id', 'id']).execute()
  await db.schema
    .createIndex('friend_requests_from')
    .on('friend_requests')
    .columns(['from_id', 'id'])
    .execute()
}
