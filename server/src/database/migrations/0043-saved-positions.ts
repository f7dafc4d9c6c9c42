import type { Kysely } from 'kysely'

/** Positions in tracks that members have saved with other programs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_positions')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('position_ms', 'integer', (column) => column.notNull())
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_positions_once', ['user_id', 'track_id'])
    .execute()
  await db.schema.createIndex('saved_positions_of_track').on('saved_positions').column('track_id').execute()
}
