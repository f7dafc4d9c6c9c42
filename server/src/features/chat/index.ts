/**
 * The chat: the room of all members and other conversations, with messages, images and voice messages, typing, read
 * marks. Every change of a conversation has a revision, and every browser of those who take part receives every change
 * in that order.
 */
import { defineFeature } from '#feature.ts'
import { presence } from '#features/presence/index.ts'
import { chatExport } from './export.ts'
import { openFeed } from './changes/feed.ts'
import { changeKinds } from './messages/change-kinds.ts'
import { openRoom } from './messages/room.ts'
import { createPageCache } from './messages/page-cache.ts'
import { registerChat } from './routes.ts'
import { removeAccount, cleanUpChat } from './cleanup.ts'
import './tables.ts'

export { messagesByIds, textsOfMessages } from './messages/searchable.ts'

export const chat = defineFeature({
  name: 'chat',
  tables: {
    conversations: 'shared',
    conversationMembers: { accountColumns: ['userId'] },
    chatMessages: { accountColumns: ['userId'] },
    chatVersions: 'shared',
    chatReactions: { accountColumns: ['userId'] },
    chatChanges: 'shared',
    chatMedia: { accountColumns: ['userId'] },
    chatReads: { accountColumns: ['userId'] },
  },
  open: async ({ services, sockets, use }) => {
    const feed = await openFeed(services, sockets, changeKinds)
    const room = openRoom(services, { feed, presence: use(presence) })
    return { feed, pages: createPageCache(services), room }
  },
  close: ({ feed }) => feed.close(),
  register: (bind, { services, sockets, broadcastLimit, use }, { feed, pages, room }) =>
    registerChat(bind, services, {
      feed,
      pages,
      room,
      presence: use(presence),
      sockets,
      limit: broadcastLimit,
    }),
  events: {
    profileChanged: (_event, _context, { pages }) => pages.clear(),
    accountDeleted: {
      everywhere: (_event, _context, { pages }) => pages.clear(),
      inEmitter: async ({ userId }, { services }, { feed }) => removeAccount(services, feed, userId),
    },
  },
  auditSentences,
  exportSections: [chatExport],
  cleanup: [{ name: 'chat', schedule: 'files', run: cleanUpChat }],
})
