import type { Kysely } from 'kysely'

/** Rooms in which members hear the same music at the same time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listening_rooms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('host_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('entry_id', 'text')
    .addColumn('is_playing', 'integer', (column) => column.notNull())
    .addColumn('position_ms', 'double precision', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .addColumn('played_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('played_revision', 'integer', (column) => column.notNull())
    .addColumn('played_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('empty_since', 'double precision')
    .addColumn('ended_at', 'double precision')
    .execute()
  await db.schema.createIndex('listening_rooms_by_end').on('listening_rooms').column('ended_at').execute()
  await db.schema.createIndex('listening_rooms_of_host').on('listening_rooms').column('host_id').execute()
  await db.schema.createIndex('listening_rooms_played_by').on('listening_rooms').column('played_by').execute()

  await db.schema
    .createTable('room_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) =>
      column.notNull().references('listening_rooms.id').onDelete('cascade'),
    )
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    .addColumn('duration_ms', 'double precision', (column) => column.notNull())
    .addColumn('added_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('sort_key', 'integer', (column) => column.notNull())
    .addColumn('is_proposal', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('room_entries_of_room').on('room_entries').column('room_id').execute()
  await db.schema.createIndex('room_entries_of_track').on('room_entries').column('track_id').execute()
  await db.schema.createIndex('room_entries_added_by').on('room_entries').column('added_by').execute()

  await db.schema
    .createTable('room_votes')
    .addColumn('entry_id', 'text', (column) =>
      column.notNull().references('room_entries.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('room_votes_key', ['entry_id', 'user_id'])
    .execute()
  await db.schema.createIndex('room_votes_of_room').on('room_votes').column('room_id').execute()
  await db.schema.createIndex('room_votes_of_user').on('room_votes').column('user_id').execute()

  await db.schema
    .createTable('room_seats')
    .addColumn('room_id', 'text', (column) =>
      column.notNull().references('listening_rooms.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // The account while it is in the room, so that it is in one room at most.
    .addColumn('holder_id', 'text')
    .addColumn('joined_at', 'double precision', (column) => column.notNull())
    .addColumn('seen_at', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('room_seats_key', ['room_id', 'user_id'])
    .execute()
  await db.schema.createIndex('room_seats_of_user').on('room_seats').column('user_id').execute()
  await db.schema.createIndex('room_seats_held').unique().on('room_seats').column('holder_id').execute()
}
