import { type Kysely, sql } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** The messages of an account, for its export. */
export const chatExport = {
  name: 'chat',
  read: async (db: Kysely<Schema>, userId: string) => ({
    messages: await db
      .selectFrom('chatMessages')
      .select(['id', 'content', 'mentions', 'createdAt'])
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute(),
    media: await db
      .selectFrom('chatMedia')
      // The file itself can be loaded while logged in.
      .select([
        sql<string>`'/api/chat/media/' || name`.as('address'),
        'fileName',
        'givenBytes',
        'messageId',
        'kind',
        'contentType',
        'sizeBytes',
        'durationSeconds',
        'width',
        'height',
        'createdAt',
      ])
      .where('userId', '=', userId)
      .where('storageName', 'is not', null)
      .orderBy('createdAt')
      .execute(),
    readUpTo:
      (await db.selectFrom('chatReads').select('lastReadId').where('userId', '=', userId).executeTakeFirst())
        ?.lastReadId ?? null,
  }),
}
