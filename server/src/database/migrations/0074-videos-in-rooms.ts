import type { Kysely } from 'kysely'

/**
 * Rooms that play videos: an entry names a video instead of a track. Rooms for invited members: they have a code. Members
 * who let friends listen along without a question.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('room_entries')
    .addColumn('video_id', 'text', (column) => column.references('videos.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('room_entries_of_video').on('room_entries').column('video_id').execute()
  await db.schema.alterTable('listening_rooms').addColumn('invite_code', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('lets_friends_listen', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
