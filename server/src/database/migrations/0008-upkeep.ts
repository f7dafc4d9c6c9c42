import type { Kysely } from 'kysely'

/** What keeping the archive in order notes: the hashes of stored files, and when nightly work was last done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stored_hashes')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('upkeep_runs')
    .addColumn('job', 'text', (column) => column.primaryKey())
    // The moment it was for: whoever sets it first does the work, all other processes leave it.
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('succeeded_at', 'text')
    .addColumn('failure', 'text')
    .execute()
}
