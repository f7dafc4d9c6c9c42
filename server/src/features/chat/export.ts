import { type Kysely, sql } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { OwnFile } from '#feature.ts'
import { versionsOfAuthor } from './edits/store.ts'
import { reactionsOf } from './reactions/store.ts'

const FILES_AT_ONCE = 500

/** The messages of an account, for its export. */
export const chatExport = {
  name: 'chat',
  read: async (db: Kysely<Schema>, userId: string) => ({
    messages: await db
      .selectFrom('chatMessages')
      .select([
        'id',
        'conversationId',
        'content',
        'mentions',
        'createdAt',
        'replyTo',
        'editedAt',
        'pinnedAt',
        'cardKind',
        'cardId',
        'cardSecond',
        'systemKind',
      ])
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute(),
    formerTexts: await versionsOfAuthor(db, userId),
    reactions: await reactionsOf(db, userId),
    media: (
      await db
        .selectFrom('chatMedia')
        // The address needs a login. The file itself is in the export as a ZIP.
        .select([
          'name',
          sql<string>`'/api/chat/media/' || name`.as('address'),
          'fileName',
          'givenBytes',
          'messageId',
          'position',
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
        .execute()
    ).map(({ name, ...media }) => Object.assign(media, { file: pathOf(name, media) })),
    reports: await db
      .selectFrom('chatReports')
      .select(['messageId', 'reason', 'note', 'createdAt'])
      .where('reporterId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    restrictions: await db
      .selectFrom('chatRestrictions')
      .select(['kind', 'until', 'reason', 'createdAt', 'liftedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    conversations: await db
      .selectFrom('conversationMembers as own')
      .innerJoin('conversations', 'conversations.id', 'own.conversationId')
      .leftJoin('conversationMembers as other', (join) =>
        join
          .onRef('other.conversationId', '=', 'own.conversationId')
          .onRef('other.userId', '<>', 'own.userId')
          // A listening room has many members; its section of the export names the room.
          .on('conversations.kind', '=', 'direct'),
      )
      .leftJoin('users', 'users.id', 'other.userId')
      .select([
        'conversations.id',
        'conversations.kind',
        'users.username as with',
        'conversations.createdAt',
        'own.isMuted',
        'own.leftAt',
      ])
      .where('own.userId', '=', userId)
      .orderBy('conversations.id')
      .execute(),
    readUpTo: await db
      .selectFrom('chatReads')
      .select(['conversationId', 'lastReadId', 'seenId'])
      .where('userId', '=', userId)
      .orderBy('conversationId')
      .execute(),
  }),
  async *files(db: Kysely<Schema>, userId: string): AsyncGenerator<OwnFile> {
    for (let after = ''; ;) {
      const rows = await db
        .selectFrom('chatMedia')
        .select(['name', 'storageName', 'fileName', 'createdAt'])
        .where('userId', '=', userId)
        .where('storageName', 'is not', null)
        .where('name', '>', after)
        .orderBy('name')
        .limit(FILES_AT_ONCE)
        .execute()
      for (const { name, storageName, fileName, createdAt } of rows)
        if (storageName !== null)
          yield { path: pathOf(name, { fileName, createdAt }), storageName, createdAt }
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.name
    }
  },
}

/** The path of an image or a voice message in the ZIP: its day, and its name in the URL. */
function pathOf(name: string, { fileName, createdAt }: { fileName: string; createdAt: string }): string {
  const extension = /\.[a-z\d]{1,5}$/.exec(fileName)?.[0] ?? ''
  return `chat/${createdAt.slice(0, 10)}-${name}${extension}`
}
