import { type Kysely, sql } from 'kysely'

/** Accounts, sessions, links, access keys, emails, limits and the activity log. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('display_name', 'text')
    .addColumn('bio', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('avatar_name', 'text')
    .addColumn('custom_status', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('is_admin', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('key_verified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('username_changed_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remembered', 'integer', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('idle_ends_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'created_at']).execute()

  await db.schema
    .createTable('link_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text')
    .addColumn('used_at', 'text')
    .execute()
  await db.schema
    .createIndex('link_tokens_of_user')
    .on('link_tokens')
    .columns(['user_id', 'purpose'])
    .execute()

  await db.schema
    .createTable('known_addresses')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('last_login_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_addresses_key', ['user_id', 'address_hash'])
    .execute()

  await db.schema
    .createTable('access_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key_value', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('used_at', 'text')
    .execute()

  await db.schema
    .createTable('letters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body_text', 'text', (column) => column.notNull())
    .addColumn('body_html', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('letters_due').on('letters').column('next_try_at').execute()

  await db.schema
    .createTable('rate_limits')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('rate_limits_end').on('rate_limits').column('ends_at').execute()

  await db.schema
    .createTable('admin_acts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await refuseChanges(db, kind)
}

/** The activity log is append-only: no row is changed, and none is deleted in its first year. */
async function refuseChanges(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create trigger admin_acts_stay before update on admin_acts begin select raise(abort, 'admin_acts is append-only'); end`.execute(
      db,
    )
    await sql`create trigger admin_acts_kept before delete on admin_acts
      when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 year')
      begin select raise(abort, 'admin_acts is append-only'); end`.execute(db)
    return
  }
  await sql`create function admin_acts_stay() returns trigger language plpgsql as $$
    begin raise exception 'admin_acts is append-only'; end $$`.execute(db)
  await sql`create trigger admin_acts_stay before update on admin_acts for each row execute function admin_acts_stay()`.execute(
    db,
  )
  await sql`create trigger admin_acts_kept before delete on admin_acts for each row
    when (old.at > to_char(now() at time zone 'utc' - interval '1 year', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    execute function admin_acts_stay()`.execute(db)
}
