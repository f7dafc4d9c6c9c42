import type { Kysely } from 'kysely'

/** The play state of each account, with which another device can continue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('play_states')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('position_seconds', 'double precision', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('play_queues')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('queue', 'text', (column) => column.notNull())
    .execute()
}
