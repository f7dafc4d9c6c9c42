import { type Kysely, sql } from 'kysely'

/** A playlist whose creation is repeated, because its answer was lost, is found by the id of that request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table playlists add column creation_id text`.execute(db)
  await sql`create unique index playlists_creation on playlists (owner_id, creation_id)`.execute(db)
}
