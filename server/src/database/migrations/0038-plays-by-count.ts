import { type Kysely, sql } from 'kysely'

/** Smart playlists begin with the tracks that the reader has played most: found without sorting all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index personal_plays_by_count on personal_plays (user_id, count, track_id)`.execute(db)
}
