import { type Kysely, sql } from 'kysely'

interface TablesThen {
  users: {
    id: string
    created_at: string
    email_verified: number
    key_verified: number
    is_admin: number
    first_verified_at: string | null
  }
  known_addresses: { user_id: string }
}

/**
 * A registration reserves its username even when the address already has an account, and unverified accounts are
 * deleted after a while. Accounts that only wait for the verification of a new address are kept.
 */
export async function up(db: Kysely<TablesThen>): Promise<void> {
  await db.schema
    .createTable('username_reservations')
    .addColumn('username', 'text', (column) => column.primaryKey())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('users').addColumn('first_verified_at', 'text').execute()
  // Logins, keys and admin rights required a verified address, so they prove that there was one.
  await db
    .updateTable('users')
    .set({ first_verified_at: sql<string>`created_at` })
    .where((eb) =>
      eb.or([
        eb('email_verified', '=', 1),
        eb('key_verified', '=', 1),
        eb('is_admin', '=', 1),
        eb('id', 'in', eb.selectFrom('known_addresses').select('known_addresses.user_id')),
      ]),
    )
    .execute()
  await sql`create index users_never_verified on users (created_at) where first_verified_at is null`.execute(
    db,
  )
}
