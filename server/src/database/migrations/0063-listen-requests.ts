import type { Kysely } from 'kysely'

/** Questions of members who want to listen along with another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listen_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('target_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('until', 'double precision', (column) => column.notNull())
    .addUniqueConstraint('listen_requests_once', ['user_id', 'target_id'])
    .execute()
  await db.schema.createIndex('listen_requests_of_target').on('listen_requests').column('target_id').execute()
}
