import type { Kysely } from 'kysely'

/** Whether an account shows moments as dots on waveforms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('show_moment_dots', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
