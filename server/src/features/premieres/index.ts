/**
 * Premieres: what members see of an album before it opens, and who is informed about it. The catalog owns the premiere
 * itself, because it decides who sees an album.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { defineFeature } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { deletePremiereRooms, rooms as listeningRooms } from '#features/rooms/index.ts'
import { auditSentences } from './audit-sentences.ts'
import { openEveningRooms } from './evening-rooms.ts'
import { cleanUpReminders } from './premieres.ts'
import { registerPremieres } from './routes.ts'
import './tables.ts'

export { countReminders, remindedMembers } from './store.ts'

export const premieres = defineFeature({
  name: 'premieres',
  tables: { premiereReminders: { accountColumns: ['userId'] } },
  open: ({ services, use }) => {
    const { premieres: rooms } = use(listeningRooms).opened
    return { rooms, evenings: openEveningRooms(services, rooms) }
  },
  close: ({ evenings }) => evenings.close(),
  register: (bind, { services, use }, { rooms }) =>
    registerPremieres(bind, services, { premieres: use(catalog).premieres, rooms }),
  events: {
    premiereChanged: async ({ albumId }, _context, { evenings }) => evenings.changed(albumId),
    archiveChanged: {
      // An album was perhaps deleted, and the conversation of its premiere with it.
      inEmitter: async (_event, { services }) => deletePremiereRooms(services),
    },
  },
  auditSentences,
  cleanup: [{ name: 'reminders of premieres', schedule: 'rows', run: cleanUpReminders }],
  exportSections: [
    {
      name: 'premiereReminders',
      read: async (db: Kysely<Schema>, userId: string) =>
        db
          .selectFrom('premiereReminders')
          .innerJoin('albums', 'albums.id', 'premiereReminders.albumId')
          .select(['premiereReminders.albumId', 'albums.title', 'premiereReminders.createdAt'])
          .where('premiereReminders.userId', '=', userId)
          .orderBy('premiereReminders.albumId')
          .execute(),
    },
  ],
})
