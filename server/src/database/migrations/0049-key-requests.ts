import { type Kysely, sql } from 'kysely'

/** Members without an access key ask for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_requests')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('rejected_at', 'text')
    .execute()
  await sql`create index key_requests_open on key_requests (created_at) where rejected_at is null`.execute(db)
}
