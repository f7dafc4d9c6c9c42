import type { Kysely } from 'kysely'

/** Whether a member has muted a conversation: it is not counted among the unread ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('conversation_members')
    .addColumn('is_muted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
