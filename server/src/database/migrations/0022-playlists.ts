import type { Kysely } from 'kysely'

/**
 * Playlists with their entries, collaborators and followers. Removed entries stay for a while: they are what
 * clients that were away have missed, and what "undo" restores. A collaboration refers to the friendship that
 * permits it, so that it ends with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlists')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('pruned_revision', 'integer', (column) => column.notNull())
    .addColumn('entry_count', 'integer', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('playlists_of_owner').on('playlists').column('owner_id').execute()

  await db.schema
    .createTable('playlist_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('sort_key', 'bigint', (column) => column.notNull())
    .addColumn('track_id', 'text', (column) => column.references('tracks.id').onDelete('set null'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('album', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('added_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('removed_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('removed_at', 'text')
    .execute()
  for (const [name, columns] of [
    ['playlist_entries_in_order', ['playlist_id', 'sort_key', 'id']],
    ['playlist_entries_changed', ['playlist_id', 'revision']],
    ['playlist_entries_of_track', ['track_id']],
    ['playlist_entries_added', ['added_by']],
    ['playlist_entries_removed', ['removed_at']],
    ['playlist_entries_removed_by', ['removed_by']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('playlist_entries')
      .columns([...columns])
      .execute()

  await db.schema
    .createTable('playlist_collaborators')
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('playlist_collaborators_key', ['playlist_id', 'user_id'])
    .addForeignKeyConstraint(
      'playlist_collaborators_friendship',
      ['owner_id', 'user_id'],
      'friendships',
      ['user_id', 'friend_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('playlist_collaborators_of_user')
    .on('playlist_collaborators')
    .columns(['user_id', 'owner_id'])
    .execute()
  await db.schema
    .createIndex('playlist_collaborators_of_friendship')
    .on('playlist_collaborators')
    .columns(['owner_id', 'user_id'])
    .execute()

  await db.schema
    .createTable('playlist_followers')
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('playlist_followers_key', ['playlist_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('playlist_followers_of_user')
    .on('playlist_followers')
    .column('user_id')
    .execute()
}
