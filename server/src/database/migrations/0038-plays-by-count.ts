import { type Kysely, sql } from 'kysely'

/** Finds the tracks that a member has played most without sorting all plays, for smart playlists in that order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index personal_plays_by_count on personal_plays (user_id, count, track_id)`.execute(db)
}
