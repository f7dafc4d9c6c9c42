import { type Kysely, sql } from 'kysely'

/**
 * Who has brought whom into the archive, and whose invitations an admin has taken. Members of before were brought by the
 * admin who had made their first key, as far as that is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column invited_by text references users(id) on delete set null`.execute(db)
  await sql`create index users_of_inviter on users (invited_by) where invited_by is not null`.execute(db)
  await sql`update users set invited_by = (
    select access_keys.made_by from access_key_uses
      inner join access_keys on access_keys.id = access_key_uses.access_key_id
      where access_key_uses.user_id = users.id and access_keys.made_by <> users.id
      order by access_key_uses.used_at, access_key_uses.id limit 1)`.execute(db)
  await db.schema
    .createTable('barred_inviters')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('barred_at', 'text', (column) => column.notNull())
    .execute()
}
