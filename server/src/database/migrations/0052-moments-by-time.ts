import { type Kysely, sql } from 'kysely'

/** The search in messages lists those with a moment, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index chat_messages_moments_by_time on chat_messages (conversation_id, id)
    where card_kind = 'moment'`.execute(db)
}
