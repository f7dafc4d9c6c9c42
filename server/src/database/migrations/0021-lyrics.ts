import { type Kysely, sql } from 'kysely'

/**
 * Lyrics of tracks. The import records which version of its reader has read a file, so that files that an
 * older version has read, without their lyrics, are read again; and of which track a file with lyrics is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('track_lyrics')
    .addColumn('track_id', 'text', (column) =>
      column.primaryKey().references('tracks.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()

  await sql`alter table imported_sources add column reader integer not null default 1`.execute(db)
  await db.schema
    .alterTable('imported_sources')
    .addColumn('lyrics_track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('imported_sources_by_lyrics_track_id')
    .on('imported_sources')
    .column('lyrics_track_id')
    .execute()
}
