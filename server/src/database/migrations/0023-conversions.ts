import { type Kysely, sql } from 'kysely'

/**
 * Files that browsers cannot play get a playable copy; the original stays as a further file of its track.
 * Attempts are recorded, so that a file that cannot be converted is not tried again and again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_files add column needs_conversion integer not null default 0`.execute(db)
  await sql`alter table track_files add column is_original integer not null default 0`.execute(db)
  await sql`create index tracks_to_convert on tracks (id) where needs_conversion = 1`.execute(db)

  await db.schema
    .createTable('conversions')
    .addColumn('track_id', 'text', (column) =>
      column.primaryKey().references('tracks.id').onDelete('cascade'),
    )
    .addColumn('stored_file', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('claimed_until', 'text')
    .execute()
}
