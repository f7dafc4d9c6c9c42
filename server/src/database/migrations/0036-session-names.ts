import type { Kysely } from 'kysely'

/** The name that an account has given a device; without one, the name of its browser is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('name', 'text').execute()
}
