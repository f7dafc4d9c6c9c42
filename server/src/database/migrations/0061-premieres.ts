import { type Kysely, sql } from 'kysely'

/** What is found by the search on an album: its kind in the index, and the rows of an album. */
const FOUND = {
  song: sql`select id from tracks where album_id =`,
  lyrics: sql`select id from tracks where album_id =`,
  album: sql`select id from albums where id =`,
  artist: sql`select track_artists.artist_id as id from track_artists
    inner join tracks on tracks.id = track_artists.track_id where tracks.album_id =`,
} as const

/**
 * Albums with a premiere. Until its premiere an album is closed: the views `open_albums`, `open_tracks` and
 * `open_artists` leave it out, and whatever members read is read from these views.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('premieres')
    .addColumn('album_id', 'text', (column) =>
      column.primaryKey().notNull().references('albums.id').onDelete('cascade'),
    )
    .addColumn('opens_at', 'text')
    .addColumn('is_covered', 'integer', (column) => column.notNull())
    .addColumn('opened_at', 'text')
    .execute()
  await db.schema
    .createTable('premiere_reminders')
    .addColumn('album_id', 'text', (column) =>
      column.notNull().references('premieres.album_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('known_opens_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('premiere_reminders_key', ['user_id', 'album_id'])
    .execute()
  await sql`create index premiere_reminders_of_album on premiere_reminders (album_id)`.execute(db)
  await sql`create index premieres_closed on premieres (opens_at, album_id) where opened_at is null`.execute(
    db,
  )
  await sql`create view open_albums as select * from albums
    where id not in (select album_id from premieres where opened_at is null)`.execute(db)
  await sql`create view open_tracks as select * from tracks
    where album_id not in (select album_id from premieres where opened_at is null)`.execute(db)
  await sql`create view open_artists as select * from artists
    where exists (select 1 from album_artists
        where album_artists.artist_id = artists.id
          and album_artists.album_id not in (select album_id from premieres where opened_at is null))
      or exists (select 1 from track_artists inner join tracks on tracks.id = track_artists.track_id
        where track_artists.artist_id = artists.id
          and tracks.album_id not in (select album_id from premieres where opened_at is null))`.execute(db)
  await (kind === 'sqlite' ? recordOfSqlite(db) : recordOfPostgres(db))
}

/** The search reads the rows of an album again when it is closed or opened. */
async function recordOfSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [name, event] of [
    ['insert', sql`insert`],
    ['update', sql`update of opened_at`],
  ] as const)
    await sql`create trigger ${sql.ref(`search_premieres_${name}`)} after ${event} on premieres begin
      ${changesOf('new')} end`.execute(db)
  await sql`create trigger search_premieres_delete after delete on premieres begin ${changesOf('old')} end`.execute(
    db,
  )
}

async function recordOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function record_search_change_of_premiere() returns trigger language plpgsql as $$
    declare closed record;
    begin
      if tg_op = 'DELETE' then closed := old; else closed := new; end if;
      ${changesOf('closed')}
      return null;
    end $$`.execute(db)
  await sql`create trigger search_premieres after insert or delete or update of opened_at on premieres for each row
    execute function record_search_change_of_premiere()`.execute(db)
}

function changesOf(row: 'new' | 'old' | 'closed') {
  const id = sql.ref(`${row}.album_id`)
  const changes = Object.entries(FOUND).map(
    ([kind, rows]) =>
      sql`insert into search_changes (kind, ref) select ${sql.lit(kind)}, found.id from (${rows} ${id}) as found;`,
  )
  return sql.join(
    [
      ...changes,
      sql`insert into search_changes (kind, ref)
        select 'artist', artist_id from album_artists where album_id = ${id};`,
    ],
    sql` `,
  )
}
