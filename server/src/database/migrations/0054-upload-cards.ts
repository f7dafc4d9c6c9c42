import { type Kysely, sql } from 'kysely'

/**
 * Messages that the server writes when a member has uploaded an album or a video, and whether it does. The unique index
 * lets each upload have one such message; the other one finds the last ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_messages add column system_kind text`.execute(db)
  await sql`create unique index chat_messages_of_uploads on chat_messages (card_kind, card_id)
    where system_kind = 'upload'`.execute(db)
  await sql`create index chat_messages_of_system on chat_messages (id) where system_kind is not null`.execute(
    db,
  )
  await sql`alter table chat_settings add column upload_cards integer not null default 1`.execute(db)
}
