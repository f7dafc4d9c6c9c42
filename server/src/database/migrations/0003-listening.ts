import type { Kysely } from 'kysely'

/** Plays and favorites. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plays')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // The history keeps the names when the track is deleted.
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    .addColumn('track_name', 'text', (column) => column.notNull())
    .addColumn('artist', 'text', (column) => column.notNull())
    .addColumn('album', 'text', (column) => column.notNull())
    .addColumn('cover_url', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('completed', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('end_position_seconds', 'double precision', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('played_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('plays_of_user').on('plays').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('plays_of_track').on('plays').column('track_id').execute()

  await db.schema
    .createTable('track_plays')
    .addColumn('track_id', 'text', (column) =>
      column.primaryKey().references('tracks.id').onDelete('cascade'),
    )
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_played_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('track_plays_by_count')
    .on('track_plays')
    .columns(['count', 'last_played_at'])
    .execute()

  await db.schema
    .createTable('personal_plays')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_played_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('personal_plays_key', ['user_id', 'track_id'])
    .execute()
  await db.schema.createIndex('personal_plays_of_track').on('personal_plays').column('track_id').execute()

  await db.schema
    .createTable('favorites')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    // The file name is kept when the track is deleted.
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('item_data', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('favorites_once', ['user_id', 'item_id'])
    .execute()
  await db.schema.createIndex('favorites_of_user').on('favorites').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('favorites_of_track').on('favorites').column('track_id').execute()
}
