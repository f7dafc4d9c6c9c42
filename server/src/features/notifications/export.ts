import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { settingsOfOne } from './settings/settings.ts'

/** The notices and the settings of an account, for its export. */
export const notificationsExport = {
  name: 'notifications',
  read: async (db: Kysely<Schema>, userId: string) => ({
    settings: await settingsOfOne(db, userId),
    notices: await db
      .selectFrom('notifications')
      .leftJoin('users', 'users.id', 'notifications.actorId')
      .select(['kind', 'users.username as by', 'subjectId', 'detail', 'at', 'readAt'])
      .where('userId', '=', userId)
      .orderBy('at')
      .orderBy('notifications.id')
      .execute(),
    /** What others were informed about because of this account. */
    caused: await db
      .selectFrom('notifications')
      .select(['kind', 'subjectId', 'at'])
      .where('actorId', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    causedForAll: await db
      .selectFrom('sharedNotices')
      .select(['kind', 'subjectId', 'at'])
      .where('actorId', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    readGroups: await db
      .selectFrom('sharedNoticeReads')
      .select(['groupKey', 'readAt'])
      .where('userId', '=', userId)
      .orderBy('groupKey')
      .execute(),
  }),
}
