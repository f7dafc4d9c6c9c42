import { type Kysely, sql } from 'kysely'

/** Members are counted by every search, to notice those that another process has added or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_members on users (email_verified, id)`.execute(db)
}
