import type { Kysely } from 'kysely'

/** Own pictures of playlists. The row of a picture outlives its playlist until the file is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlist_covers')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('storage_name', 'text', (column) => column.notNull().unique())
    .addColumn('playlist_id', 'text', (column) =>
      column.unique().references('playlists.id').onDelete('set null'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}
