import { type Kysely, sql } from 'kysely'

/**
 * Tracks are read from their own rows. An album no longer stores its tracks as JSON, but a revision, which is the
 * cache key of its rendered answer, and the number of its playable tracks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table albums add column revision bigint not null default 1`.execute(db)
  await sql`alter table albums add column playable_tracks integer not null default 0`.execute(db)
  await sql`update albums set playable_tracks = (
    select count(*) from tracks
    where tracks.album_id = albums.id and file_name is not null and title not like '%[FEHLT]%')`.execute(db)
  await sql`alter table albums drop column track_list`.execute(db)
}
