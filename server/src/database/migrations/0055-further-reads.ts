import type { Kysely } from 'kysely'

/** How far a member has read before the read mark was moved back; the other member of a conversation goes on seeing it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chat_reads').addColumn('seen_id', 'text').execute()
}
