import type { Kysely } from 'kysely'

/** Hashes of stored files, and the times of nightly jobs. */
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
    // The time for which it was due: the process that sets it first runs the job.
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('succeeded_at', 'text')
    .addColumn('failure', 'text')
    .execute()
}
