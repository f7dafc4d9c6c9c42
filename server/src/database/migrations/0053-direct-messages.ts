import type { Kysely } from 'kysely'

/**
 * Conversations of two members, whether others see how far a member has read, members who do not see each other, and
 * rejected friend requests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('conversations')
    // Both ids in ascending order, so that two members have at most one conversation.
    .addColumn('pair', 'text')
    .execute()
  await db.schema.createIndex('conversations_of_pair').unique().on('conversations').column('pair').execute()
  await db.schema
    .alterTable('users')
    .addColumn('show_read_marks', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('blocks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('blocked_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('blocks_key', ['user_id', 'blocked_id'])
    .execute()
  await db.schema.createIndex('blocks_of_blocked').on('blocks').column('blocked_id').execute()

  // How often a member has rejected the requests of another one.
  await db.schema
    .createTable('friend_rejections')
    .addColumn('from_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('to_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('rejected_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('friend_rejections_key', ['from_id', 'to_id'])
    .execute()
  await db.schema.createIndex('friend_rejections_to').on('friend_rejections').column('to_id').execute()
}
