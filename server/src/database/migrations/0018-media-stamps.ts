import type { Kysely } from 'kysely'

/** How a stored file looked when its hash was last found to be right, so that it need not be read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('stored_hashes').addColumn('stamp', 'text').execute()
}
