import type { Kysely } from 'kysely'

/** Passwords for other programs, and those that have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('app_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('encrypted_secret', 'text', (column) => column.notNull())
    .addColumn('app', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema
    .createIndex('app_passwords_of_user')
    .on('app_passwords')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('ended_app_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('encrypted_secret', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ended_app_passwords_of_user')
    .on('ended_app_passwords')
    .columns(['user_id', 'ended_at'])
    .execute()
  await db.schema
    .createIndex('ended_app_passwords_by_end')
    .on('ended_app_passwords')
    .columns(['ended_at'])
    .execute()
}
