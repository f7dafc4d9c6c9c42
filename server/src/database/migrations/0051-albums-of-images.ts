import type { Kysely } from 'kysely'

/** Messages with several images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('chat_media')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('chat_messages').addColumn('album', 'text').execute()
}
