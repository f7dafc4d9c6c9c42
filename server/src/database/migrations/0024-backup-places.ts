import type { Kysely } from 'kysely'

/** The places in which backups were made. A place that is empty later, such as an unmounted disk, is then noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_places')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('last_backup_at', 'text', (column) => column.notNull())
    .execute()
}
