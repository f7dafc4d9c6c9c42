import type { Kysely } from 'kysely'

/** The places in which backups were made, so that one that is empty later is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_places')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('last_backup_at', 'text', (column) => column.notNull())
    .execute()
}
