import type { Kysely } from 'kysely'

/** Names under which files of a track were streamed before, so that links with them stay valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('track_former_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('file_name', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createIndex('track_former_files_of_track')
    .on('track_former_files')
    .columns(['track_id', 'id'])
    .execute()
}
