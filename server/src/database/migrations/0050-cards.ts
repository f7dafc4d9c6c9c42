import { type Kysely, sql } from 'kysely'

/** What of the archive a message refers to. The indexes find the moments of a track, and replies to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_messages add column card_kind text`.execute(db)
  await sql`alter table chat_messages add column card_id text`.execute(db)
  await sql`alter table chat_messages add column card_second integer`.execute(db)
  await sql`create index chat_messages_moments on chat_messages (card_id, id) where card_kind = 'moment'`.execute(
    db,
  )
  await sql`create index chat_messages_replies on chat_messages (reply_to) where reply_to is not null`.execute(
    db,
  )
}
