import type { Kysely } from 'kysely'

/** Connections to scrobbling services, and plays that wait for delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('scrobble_connections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('sealed_key', 'text', (column) => column.notNull())
    .addColumn('is_paused', 'integer', (column) => column.notNull())
    .addColumn('lost_at', 'text')
    .addColumn('scrobble_count', 'integer', (column) => column.notNull())
    .addColumn('connected_at', 'text', (column) => column.notNull())
    // Time of the next attempt; null when nothing is queued.
    .addColumn('next_try_at', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    // The process that is delivering, and until when other processes leave the row alone.
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text', (column) => column.notNull())
    .addUniqueConstraint('scrobble_connections_once', ['user_id', 'service'])
    .execute()
  await db.schema
    .createIndex('scrobble_connections_due')
    .on('scrobble_connections')
    .columns(['service', 'next_try_at'])
    .execute()

  await db.schema
    .createTable('scrobbles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connection_id', 'text', (column) =>
      column.notNull().references('scrobble_connections.id').onDelete('cascade'),
    )
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('artist', 'text', (column) => column.notNull())
    .addColumn('album', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    // Null until it is delivered or given up. Finished rows are kept while the same play could be reported again.
    .addColumn('outcome', 'text')
    .execute()
  await db.schema
    .createIndex('scrobbles_waiting')
    .on('scrobbles')
    .columns(['connection_id', 'outcome', 'started_at'])
    .execute()
  await db.schema.createIndex('scrobbles_by_start').on('scrobbles').column('started_at').execute()
  await db.schema.createIndex('scrobbles_of_track').on('scrobbles').column('track_id').execute()

  // Pending authorisations at Last.fm; each is answered once.
  await db.schema
    .createTable('scrobble_asks')
    .addColumn('nonce_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('scrobble_asks_end').on('scrobble_asks').column('ends_at').execute()
  await db.schema.createIndex('scrobble_asks_of_user').on('scrobble_asks').column('user_id').execute()
}
