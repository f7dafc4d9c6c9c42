import { type Kysely, sql } from 'kysely'

/**
 * Whether the premiere of an album was announced in the chat room. The unique index lets each premiere have one message
 * about it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('premieres')
    .addColumn('is_announced', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create unique index chat_messages_of_premieres on chat_messages (card_kind, card_id)
    where system_kind = 'premiere'`.execute(db)
}
