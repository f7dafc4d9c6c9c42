import { type Kysely, sql } from 'kysely'

/**
 * The import compares its folders with what it wrote: each source file has its inode and the values that were
 * taken from it, so that a later change in the browser is seen as a difference. Further files of a track are
 * other encodings of the same recording. Former titles keep links valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('track_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('file_name', 'text', (column) => column.notNull().unique())
    .addColumn('storage_name', 'text', (column) => column.notNull().unique())
    .addColumn('stored_at', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('bitrate', 'integer', (column) => column.notNull())
    .addColumn('sample_rate', 'integer', (column) => column.notNull())
    .addColumn('channels', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('track_files_of_track').on('track_files').column('track_id').execute()

  await sql`alter table tracks add column needs_conversion integer not null default 0`.execute(db)

  await db.schema
    .createTable('album_former_titles')
    .addColumn('title_key', 'text', (column) => column.primaryKey())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('album_former_titles_of_album')
    .on('album_former_titles')
    .column('album_id')
    .execute()

  await db.schema
    .createTable('imported_sources')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('inode', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('album_id', 'text', (column) => column.references('albums.id').onDelete('cascade'))
    .addColumn('video_id', 'text', (column) => column.references('videos.id').onDelete('cascade'))
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('cascade'))
    .addColumn('track_file_id', 'text', (column) => column.references('track_files.id').onDelete('cascade'))
    .addColumn('stored_at', 'text')
    .addColumn('sort_key', 'text')
    .addColumn('title', 'text')
    .addColumn('artists', 'text')
    .execute()
  await sql`insert into imported_sources (path, inode, size_bytes, modified_at, album_id, track_id)
    select path, '', imported_files.size_bytes, modified_at, album_id, track_id
    from imported_files inner join tracks on tracks.id = track_id`.execute(db)
  await db.schema.dropTable('imported_files').execute()
  for (const column of ['inode', 'album_id', 'video_id', 'track_id', 'track_file_id'] as const)
    await db.schema
      .createIndex(`imported_sources_by_${column}`)
      .on('imported_sources')
      .column(column)
      .execute()

  // An album was found by its title and artist; now its folder or its release belongs to the key.
  await db.schema.alterTable('imported_albums').addColumn('name_key', 'text').execute()
  await sql`update imported_albums set name_key = album_key`.execute(db)
  await db.schema.createIndex('imported_albums_by_name').on('imported_albums').column('name_key').execute()

  await db.schema
    .createTable('imported_values')
    .addColumn('album_id', 'text', (column) =>
      column.primaryKey().references('albums.id').onDelete('cascade'),
    )
    .addColumn('tag_title', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('artist', 'text')
    .addColumn('artists', 'text', (column) => column.notNull())
    .addColumn('release_year', 'integer')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('cover_name', 'text')
    .addColumn('cover_source', 'text')
    .execute()
}
