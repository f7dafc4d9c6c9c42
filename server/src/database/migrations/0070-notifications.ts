import { type Kysely, sql } from 'kysely'

/**
 * Notices: those of one member, those of all members with archive access, which have one row for everybody, and the
 * settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('subject_id', 'text')
    .addColumn('detail', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addUniqueConstraint('notifications_once', ['user_id', 'group_key'])
    .execute()
  await sql`create index notifications_of_user on notifications (user_id, at, id)`.execute(db)
  await sql`create index notifications_unread on notifications (user_id, at, id) where read_at is null`.execute(
    db,
  )
  await sql`create index notifications_of_actor on notifications (actor_id)`.execute(db)
  await sql`create index notifications_by_time on notifications (at)`.execute(db)
  await db.schema
    .createTable('shared_notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('event_key', 'text', (column) => column.notNull().unique())
    .addColumn('actor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index shared_notices_by_time on shared_notices (at, id)`.execute(db)
  await sql`create index shared_notices_of_group on shared_notices (group_key, at, id)`.execute(db)
  await sql`create index shared_notices_of_actor on shared_notices (actor_id)`.execute(db)
  await db.schema
    .createTable('shared_notice_reads')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('shared_notice_reads_key', ['user_id', 'group_key'])
    .execute()
  await db.schema
    .createTable('notification_settings')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('quiet', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('chat_muted_until', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .execute()
  // An upload stays pending until its message in the room and its notice are stored.
  for (const column of ['card_due', 'notice_due'])
    await db.schema
      .alterTable('pending_uploads')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(1))
      .execute()
  await sql`create index notification_settings_digest on notification_settings (digest) where digest <> 'off'`.execute(
    db,
  )
}
