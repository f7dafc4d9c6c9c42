import type { Kysely } from 'kysely'

/** Conversations of listening rooms: those who have left the room may still read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('conversation_members').addColumn('left_at', 'text').execute()
}
