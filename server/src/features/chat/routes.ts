import * as contract from '@tonarchiv/contract/chat'
import { listMoments } from '@tonarchiv/contract/moments'
import { seenBy } from '#access/seen-by.ts'
import { actorOf } from '#features/audit-log/index.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Presence } from '#features/presence/index.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import { receiveUploads } from '#http/uploads/uploads.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { Feed } from './changes/feed.ts'
import { findConversation } from './conversations/find-conversation.ts'
import { reachedBy } from './conversations/relation.ts'
import { listMessages, markUnread, moveReadMark, readMark } from './messages/history.ts'
import { momentsOfTrack } from './messages/moments.ts'
import type { PageCache } from './messages/page-cache.ts'
import { openMedia, storeUpload } from './media/media.ts'
import { deleteMessage } from './messages/messages.ts'
import { registerChanges } from './routes-of-changes.ts'
import { shareReadMark } from './direct/share-read-mark.ts'
import type { Room } from './messages/room.ts'
import type { RestrictedMembers } from './order/restricted-members.ts'
import { forwardTyping } from './typing.ts'

/** See docs/security-requirements.md A-16. */
const UPLOADS_PER_MINUTE = 20

export function registerChat(
  bind: Bind,
  services: Services,
  {
    feed,
    pages,
    room,
    presence,
    blocks,
    sockets,
    limit,
    restricted,
  }: {
    feed: Feed
    pages: PageCache
    room: Room
    presence: Presence
    blocks: Blocks
    sockets: Sockets
    limit: BroadcastLimit
    restricted: RestrictedMembers
  },
): void {
  const needs = { ...services, feed }
  const readers = { ...services, presence }
  const uploads = receiveUploads(services)
  forwardTyping(sockets, presence, {
    ...services,
    limit,
    restricted,
    blocks,
    recipientsOf: async (conversationId, userId) => reachedBy(services.db, conversationId, userId),
  })

  bind(contract.listMessages, async ({ caller, query: { conversationId, ...query } }) => {
    const { id } = await findConversation(readers, caller.id, conversationId)
    return listMessages({ ...services, pages }, { conversationId: id, callerId: caller.id }, query)
  })

  bind(contract.postMessage, async ({ caller, body }) => {
    const { message: text, mediaUrl, mediaUrls, thumbnailUrl, clientId, conversationId, replyTo, card } = body
    const conversation = await findConversation(readers, caller.id, conversationId)
    const draft = { text, mediaUrl, mediaUrls, thumbnailUrl, clientId, replyTo, card }
    const message = await room.post(caller, draft, conversation)
    return { success: true, message }
  })

  bind(contract.deleteMessage, async ({ caller, params, request }) => {
    // Admins may delete many messages of others.
    if (!caller.isAdmin) room.limitRate(caller.id)
    await deleteMessage(needs, caller, actorOf(caller, request), params.id)
    return { success: true }
  })

  registerChanges(bind, services, { feed, room, presence })

  bind(contract.uploadChatMedia, async ({ caller, request }) => {
    const by = caller.id
    await consume(services, [{ name: 'chat-upload', by, maxAttempts: UPLOADS_PER_MINUTE, windowSeconds: 60 }])
    return storeUpload(services, uploads, request, caller.id)
  })

  bind(contract.getChatMedia, async ({ caller, params, request, reply }) => {
    const { file, contentType } = await openMedia(services, params.name, caller.id)
    return sendBytes(request, reply, {
      file,
      contentType,
      etag: `"${params.name}"`,
      // Validated on every use, so that deleted media disappear from all caches.
      cacheControl: 'private, no-cache',
    })
  })

  bind(listMoments, async ({ caller, params }) => ({
    moments: await momentsOfTrack({ ...seenBy(services, caller), presence }, caller.id, params.id),
  }))

  bind(contract.getReadMark, async ({ caller, query }) => {
    const { id } = await findConversation(readers, caller.id, query.conversationId)
    return readMark(services, caller.id, id)
  })

  bind(contract.markUnread, async ({ caller, body }) => {
    const { conversationId, messageId } = body
    const { id } = await findConversation(readers, caller.id, conversationId)
    const mark = await markUnread(services, caller.id, id, messageId)
    const { lastReadId } = mark
    if (lastReadId !== null) {
      const moved = { lastReadId, unreadFrom: messageId, conversationId }
      sockets.sendToUsers([caller.id], { type: 'chatRead', ...moved })
    }
    return mark
  })

  bind(contract.setReadMark, async ({ caller, body }) => {
    const { conversationId } = body
    const conversation = await findConversation(readers, caller.id, conversationId)
    const mark = await moveReadMark(services, caller.id, conversation.id, body.lastReadId)
    const { lastReadId } = mark
    if (lastReadId !== null) {
      sockets.sendToUsers([caller.id], { type: 'chatRead', lastReadId, conversationId })
      await shareReadMark(services, sockets, { conversation, userId: caller.id, lastReadId })
    }
    return mark
  })
}
