import type { Kysely } from 'kysely'

/** Videos, and resumable uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('videos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    // A day: yyyy-MM-dd.
    .addColumn('upload_date', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull().unique())
    .addColumn('storage_name', 'text', (column) => column.notNull().unique())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision')
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('thumbnail_name', 'text', (column) => column.unique())
    .addColumn('thumbnail_storage_name', 'text', (column) => column.unique())
    // Number of attempts to extract a thumbnail; counted before each attempt, because one may crash the process.
    .addColumn('poster_tries', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('videos_in_order').on('videos').columns(['upload_date', 'id']).execute()

  await db.schema
    .createTable('resumable_uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('resumable_uploads_of_user')
    .on('resumable_uploads')
    .columns(['user_id', 'id'])
    .execute()
  await db.schema.createIndex('resumable_uploads_end').on('resumable_uploads').column('expires_at').execute()
}
