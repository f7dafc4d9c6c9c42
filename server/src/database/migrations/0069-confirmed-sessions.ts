import type { Kysely } from 'kysely'

/** When an account was last confirmed in a session, and by what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['confirmed_at', 'confirmed_by'])
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute()
}
