import type { Kysely } from 'kysely'

/** Deletions and withdrawals that a restored backup must not undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revocations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('revocations_by_time').on('revocations').column('at').execute()
}
