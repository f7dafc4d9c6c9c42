import type { Kysely } from 'kysely'

/** Passkeys, authenticator apps, recovery codes, trusted devices, and logins that have passed the password only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPasskeys(db)
  await db.schema
    .createTable('authenticator_apps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // An app that is being set up does not count. An account may have one app of each state.
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('encrypted_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('authenticator_apps_once', ['user_id', 'state'])
    .execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addUniqueConstraint('recovery_codes_once', ['user_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('trusted_devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('trusted_devices_of_user').on('trusted_devices').column('user_id').execute()
  await db.schema
    .createIndex('trusted_devices_of_session')
    .on('trusted_devices')
    .column('session_id')
    .execute()
  await db.schema.createIndex('trusted_devices_by_end').on('trusted_devices').column('ends_at').execute()

  await db.schema
    .createTable('half_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remembered', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('half_sessions_of_user').on('half_sessions').column('user_id').execute()
  await db.schema.createIndex('half_sessions_by_end').on('half_sessions').column('ends_at').execute()
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_synced', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('passkeys_of_user').on('passkeys').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('passkeys_of_session').on('passkeys').column('session_id').execute()

  await db.schema
    .createTable('removed_passkeys')
    .addColumn('credential_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('removed_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('removed_passkeys_of_user').on('removed_passkeys').column('user_id').execute()
  await db.schema
    .createIndex('removed_passkeys_by_time')
    .on('removed_passkeys')
    .column('removed_at')
    .execute()

  await db.schema
    .createTable('passkey_challenges')
    .addColumn('attempt_hash', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    // The session that has asked; null for a login.
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade'))
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('passkey_challenges_of_session')
    .on('passkey_challenges')
    .column('session_id')
    .execute()
  await db.schema
    .createIndex('passkey_challenges_by_end')
    .on('passkey_challenges')
    .column('ends_at')
    .execute()
}
