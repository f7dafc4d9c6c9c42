import type { Kysely } from 'kysely'

/** When digests are due, and what an email has besides its texts: inline pictures and a link that ends the digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('digests')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('rhythm', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('covered_until', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('digests_due').on('digests').column('due_at').execute()
  await db.schema.alterTable('letters').addColumn('pictures', 'text').execute()
  await db.schema.alterTable('letters').addColumn('unsubscribe_url', 'text').execute()
}
