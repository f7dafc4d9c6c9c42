import { revokedAccounts } from '#database/revocations.ts'
import type { Services } from '#services.ts'
import type { Feed } from './changes/feed.ts'
import * as changes from './changes/store.ts'
import { forgetPairs, removeAbandoned } from './direct/direct-store.ts'
import * as conversations from './conversations/store.ts'
import { deleteFormerMentions } from './edits/forget-mentions.ts'
import { removeMentions } from './messages/forget-mentions.ts'
import * as mediaStore from './media/media-store.ts'
import { removeReactionsOfDeleted } from './reactions/deleted-accounts.ts'
import * as store from './messages/store.ts'
import { removeClosed } from './order/reports-store.ts'
import { removeEnded } from './order/restrictions-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * How long deletions and other changes of messages are stored. A client that was disconnected for longer reads the chat
 * again instead.
 */
const CHANGES_TTL_MS = 30 * DAY_MS

/** How long closed reports, and restrictions that have ended, are stored. */
const CLOSED_TTL_MS = 365 * DAY_MS

type Needs = Pick<Services, 'db' | 'storage' | 'now'>

/**
 * Removes the images and voice messages of deleted accounts from the chat; their texts stay. With `userId`
 * only those of that account. May be called repeatedly.
 * @returns the number of removed images and voice messages
 */
async function removeOrphans(
  { db, storage, now }: Needs,
  feed: Feed | undefined,
  userId?: string,
): Promise<number> {
  const orphans = await mediaStore.orphans(db, userId)
  for (const media of orphans) {
    const { messageId, name } = media
    if (messageId === null) await mediaStore.releaseUnsent(db, name)
    else {
      const deletion = await db.transaction().execute(async (trx) => {
        const message = await store.findMessage(trx, messageId)
        const conversation = await conversations.conversationOfMessage(trx, messageId)
        const isEmpty = message?.content === '' && conversation !== undefined
        const deleted = isEmpty ? await changes.nextRevision(trx, conversation.id) : undefined
        // Undefined when another process has deleted the message in the meantime.
        const emptied = deleted && (await store.emptyMessage(trx, messageId, undefined, now().toISOString()))
        await mediaStore.releaseMedia(trx, messageId)
        if (conversation === undefined || deleted === undefined) return undefined
        const { id: conversationId } = conversation
        if (emptied === undefined) {
          await changes.releaseRevision(trx, conversationId)
          return undefined
        }
        await changes.insertChange(trx, { conversationId, revision: deleted, kind: 'deletion', messageId })
        return { conversation, revision: deleted }
      })
      if (deletion !== undefined)
        feed?.publish(deletion.conversation, {
          type: 'chatMessageDeleted',
          id: messageId,
          revision: deletion.revision,
        })
    }
    await storage.remove([media.storageName])
  }
  return orphans.length
}

/** Removes the data of a deleted account from the chat: its media, its reactions, and its name in mentions. */
export async function removeAccount(
  services: Needs & Pick<Services, 'events'>,
  feed: Feed,
  userId: string,
): Promise<void> {
  const media = await removeOrphans(services, feed, userId)
  await mediaStore.forgetReleasedOf(services.db, userId)
  await forgetPairs(services.db)
  const mentions = await removeMentions(services, new Set([userId]))
  await deleteFormerMentions(services, new Set([userId]))
  await removeReactionsOfDeleted(services, feed, userId)
  // This clears the cached pages of all processes: the name and media in them changed without a revision.
  if (media + mentions > 0) services.events.emit('profileChanged', { userId })
}

/** Maximum number of conversations without members that one run removes. */
const ABANDONED_AT_ONCE = 200

/** Removes conversations without members, unsent uploads, files without a row, and old changes. */
export async function cleanUpChat(services: Needs): Promise<void> {
  const { db, storage, now } = services
  const time = now().getTime()
  const yesterday = new Date(time - DAY_MS)
  await removeOrphans(services, undefined)
  const revoked = await revokedAccounts(db)
  await removeMentions(services, revoked)
  await deleteFormerMentions(services, revoked)
  await removeReactionsOfDeleted(services, undefined)
  await removeClosed(db, new Date(time - CLOSED_TTL_MS))
  await removeEnded(db, new Date(time - CLOSED_TTL_MS))
  for (const { name, storageName } of await mediaStore.unsentBefore(db, yesterday.toISOString())) {
    await mediaStore.releaseUnsent(db, name)
    if (!(await mediaStore.isFileReferenced(db, storageName))) await storage.remove([storageName])
  }
  for await (const storageName of storage.list('chat', yesterday)) {
    if (!(await mediaStore.isFileReferenced(db, storageName))) await storage.remove([storageName])
  }
  await db.transaction().execute(async (trx) => {
    await mediaStore.forgetReleased(trx, yesterday.toISOString())
    const before = new Date(time - CHANGES_TTL_MS)
    await changes.forgetChangesBefore(trx, before)
    await store.removeMessages(trx, await changes.forgetChanges(trx, before.toISOString()))
    await forgetPairs(trx)
    await removeAbandoned(trx, ABANDONED_AT_ONCE)
  })
}
