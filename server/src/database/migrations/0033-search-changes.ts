import { type Kysely, sql } from 'kysely'

/**
 * A change of an album is recorded once and stands for all of its songs: new tracks come with a new album or with
 * another revision of it, and a row for each of them would slow an import down.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await (kind === 'sqlite' ? changeSqlite(db) : changePostgres(db))
}

async function changeSqlite(db: Kysely<unknown>): Promise<void> {
  for (const trigger of ['search_tracks_insert', 'search_albums_update', 'search_albums_update_songs'])
    await sql`drop trigger ${sql.ref(trigger)}`.execute(db)
  await sql`create trigger search_albums_update after update of title, artist_name, revision on albums
    begin insert into search_changes (kind, ref) values ('album', new.id); end`.execute(db)
}

async function changePostgres(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger search_tracks on tracks`.execute(db)
  await sql`drop trigger search_albums on albums`.execute(db)
  await sql`drop trigger search_albums_songs on albums`.execute(db)
  await sql`drop function record_search_change_of_songs()`.execute(db)
  await sql`create trigger search_tracks
    after delete or update of title, artist_name, file_name, album_id on tracks for each row
    execute function record_search_change('song', 'id')`.execute(db)
  await sql`create trigger search_albums
    after insert or delete or update of title, artist_name, revision on albums for each row
    execute function record_search_change('album', 'id')`.execute(db)
}
