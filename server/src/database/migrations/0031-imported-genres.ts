import { type Kysely, sql } from 'kysely'

/** The genres that an import has written into an album, as JSON; null for imports that read none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imported_values add column genres text`.execute(db)
}
