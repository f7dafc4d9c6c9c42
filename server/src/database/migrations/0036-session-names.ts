import type { Kysely } from 'kysely'

/** What an account calls a device; without a name its browser stands for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('name', 'text').execute()
}
