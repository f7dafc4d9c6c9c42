import type { Kysely } from 'kysely'

/** What is written about an album: notes, dates, label and source, its genres, and who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('liner_notes')
    .addColumn('album_id', 'text', (column) =>
      column.primaryKey().references('albums.id').onDelete('cascade'),
    )
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('released_on', 'text')
    .addColumn('recorded_on', 'text')
    .execute()
  await db.schema
    .createTable('album_genres')
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('album_genres_key', ['album_id', 'position'])
    .execute()
  await db.schema
    .createTable('album_credits')
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addColumn('role_position', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('album_credits_key', ['album_id', 'role_position', 'position'])
    .execute()
  await db.schema.createIndex('admin_acts_of_target').on('admin_acts').columns(['target', 'id']).execute()
}
