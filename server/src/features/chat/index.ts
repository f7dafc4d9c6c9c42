/**
 * The chat: the room of all members and other conversations, with messages, images and voice messages, typing, read
 * marks. Every change of a conversation has a revision. The browsers of all members who take part receive every change
 * in the order of revisions.
 */
import { defineFeature } from '#feature.ts'
import { blocks } from '#features/blocks/index.ts'
import { cards } from '#features/cards/index.ts'
import { presence } from '#features/presence/index.ts'
import { chatExport } from './export.ts'
import { isReportable } from './conversations/find-conversation.ts'
import { openFeed } from './changes/feed.ts'
import { auditSentences } from './order/audit-sentences.ts'
import { openRestrictedMembers } from './order/restricted-members.ts'
import { registerOrder } from './order/routes.ts'
import { changeKinds } from './messages/change-kinds.ts'
import { writingRules } from './direct/writing.ts'
import { openRoom } from './messages/room.ts'
import { createPageCache } from './messages/page-cache.ts'
import { registerConversations } from './direct/routes.ts'
import { registerChat } from './routes.ts'
import { removeAccount, cleanUpChat } from './cleanup.ts'
import { registerUploadCards } from './uploads/routes.ts'
import { postUploadCards } from './uploads/upload-cards.ts'
import './tables.ts'

export { isBanned as isBannedFromChat } from './order/restrictions-store.ts'
export { findConversation } from './conversations/find-conversation.ts'
export { mutedAmong } from './conversations/muting-store.ts'
export { foundMessages, type Held, type MessageScope, scanMessages } from './messages/message-search.ts'
export {
  closeConversation,
  countMessages,
  enterRoomConversation,
  excludeFromConversation,
  insertRoomConversation,
  leaveRoomConversation,
  letRead,
} from './listening/listening-store.ts'
export { removeRoomConversation } from './listening/remove-conversation.ts'
export { messagesForNotices, type NoticeMessage, reactionsForNotices } from './messages/notice-messages.ts'
export { textsOfMessages } from './messages/searchable.ts'

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
    chatReports: { accountColumns: ['authorId', 'reporterId', 'closedBy'] },
    chatRestrictions: { accountColumns: ['userId', 'madeBy'] },
    chatSettings: 'shared',
  },
  open: async ({ services, sockets, times, use }) => {
    const restricted = await openRestrictedMembers(services)
    const feed = await openFeed(services, sockets, changeKinds, {
      restricted,
      commitWithinMs: times.commitWithinMs,
    })
    const writing = writingRules(services, use(presence))
    const room = openRoom(services, { feed, presence: use(presence), cards: use(cards), writing })
    return { feed, pages: createPageCache(services), room, restricted }
  },
  close: ({ feed, restricted }) => {
    feed.close()
    restricted.close()
  },
  register: (bind, { services, sockets, broadcastLimit, use }, { feed, pages, room, restricted }) => {
    registerUploadCards(bind, services)
    registerOrder(bind, services, {
      presence: use(presence),
      sockets,
      restricted,
      isReportable: async (userId, messageId) => isReportable(services.db, userId, messageId),
    })
    registerConversations(bind, services, { presence: use(presence), sockets })
    registerChat(bind, services, {
      feed,
      pages,
      room,
      presence: use(presence),
      blocks: use(blocks),
      sockets,
      limit: broadcastLimit,
      restricted,
    })
  },
  events: {
    profileChanged: (_event, _context, { pages }) => pages.clear(),
    accountDeleted: {
      everywhere: (_event, _context, { pages }) => pages.clear(),
      inEmitter: async ({ userId }, { services }, { feed }) => removeAccount(services, feed, userId),
    },
    uploaded: {
      inEmitter: async (upload, { services, use }, { feed }) =>
        postUploadCards({ ...services, feed, presence: use(presence) }, upload),
    },
  },
  auditSentences,
  exportSections: [chatExport],
  cleanup: [{ name: 'chat', schedule: 'files', run: cleanUpChat }],
})
