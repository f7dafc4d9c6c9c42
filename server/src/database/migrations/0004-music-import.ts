import type { Kysely } from 'kysely'

/** The track of each imported file, and the album of each imported title and artist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imported_files')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('imported_files_of_track').on('imported_files').column('track_id').execute()

  await db.schema
    .createTable('imported_albums')
    .addColumn('album_key', 'text', (column) => column.primaryKey())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('imported_albums_of_album').on('imported_albums').column('album_id').execute()
}
