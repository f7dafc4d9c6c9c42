import { type Kysely, sql } from 'kysely'

/** Albums, tracks, covers, the archive's counters and its search index. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('covers')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('storage_name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('albums')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull().unique())
    .addColumn('place', 'bigint', (column) => column.notNull().unique())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('release_year', 'integer')
    .addColumn('is_exclusive', 'integer', (column) => column.notNull())
    .addColumn('cover_name', 'text', (column) => column.references('covers.name'))
    .addColumn('track_list', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  // A filtered page is read from one of these from its first row to its last.
  await db.schema.createIndex('albums_of_type').on('albums').columns(['type', 'place']).execute()
  await db.schema.createIndex('albums_of_year').on('albums').columns(['release_year', 'place']).execute()
  await db.schema
    .createIndex('albums_of_type_and_year')
    .on('albums')
    .columns(['type', 'release_year', 'place'])
    .execute()
  await db.schema.createIndex('albums_of_cover').on('albums').column('cover_name').execute()

  await db.schema
    .createTable('tracks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.unique())
    .addColumn('storage_name', 'text', (column) => column.unique())
    .addColumn('stored_at', 'text')
    .addColumn('format', 'text')
    .addColumn('size_bytes', 'bigint')
    .addColumn('bitrate', 'integer')
    .addColumn('sample_rate', 'integer')
    .addColumn('channels', 'integer')
    .addColumn('tag_title', 'text')
    .addColumn('tag_artist', 'text')
    .addColumn('tag_album', 'text')
    .addColumn('tag_year', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('tracks_of_album').on('tracks').columns(['album_id', 'position']).execute()

  await db.schema
    .createTable('album_totals')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('albums', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('album_totals_key', ['type', 'year'])
    .execute()

  await db.schema
    .createTable('archive_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('playable_tracks', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into archive_state (id, version, playable_tracks) values (1, 1, 0)`.execute(db)

  await (kind === 'sqlite' ? addSearchOfSqlite(db) : addSearchOfPostgres(db))
}

/**
 * Contentless full-text indexes whose rowid is the album's sort key, so that hits are in the order of the list. Words
 * are indexed as trigrams, so that parts of words are found; terms of one or two letters have an index of their own.
 */
async function addSearchOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table album_words using fts5(
    words, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`create virtual table album_grams using fts5(
    grams, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(db)
}

async function addSearchOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create table album_search (
    place bigint primary key,
    type text not null,
    release_year integer,
    words text not null,
    grams text[] not null)`.execute(db)
  await sql`create index album_search_grams on album_search using gin (grams)`.execute(db)
  // Where the extension cannot be created the same searches work more slowly.
  await sql`savepoint before_trigrams`.execute(db)
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index album_search_words on album_search using gin (words gin_trgm_ops)`.execute(db)
  } catch {
    await sql`rollback to savepoint before_trigrams`.execute(db)
  }
}
