import type { Kysely } from 'kysely'

/** Artists of albums and tracks. Existing albums have none until they are imported or edited again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('artists')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('sort_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('track_artists')
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('artist_id', 'text', (column) => column.notNull().references('artists.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('track_artists_key', ['track_id', 'artist_id'])
    .execute()
  await db.schema.createIndex('tracks_of_artist').on('track_artists').column('artist_id').execute()

  await db.schema
    .createTable('album_artists')
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addColumn('artist_id', 'text', (column) => column.notNull().references('artists.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('album_artists_key', ['album_id', 'artist_id'])
    .execute()
  await db.schema.createIndex('albums_of_artist').on('album_artists').column('artist_id').execute()
}
