import { revokedAccounts } from '#database/revocations.ts'
import type { Services } from '#services.ts'
import type { Feed } from './changes/feed.ts'
import * as changes from './changes/store.ts'
import { removeMentions } from './messages/forget-mentions.ts'
import * as mediaStore from './media/media-store.ts'
import * as store from './messages/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Somebody who was away for longer than this reads the chat anew instead of what has changed. */
const DELETIONS_TTL_MS = 30 * DAY_MS

type Needs = Pick<Services, 'db' | 'storage' | 'now'>

/**
 * Takes images and voices of accounts that are gone out of the chat; what they wrote stays. With `userId` those of
 * that account. Doing it twice does no harm. @returns how many there were
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
      const revision = await db.transaction().execute(async (trx) => {
        const message = await store.findMessage(trx, messageId)
        const deleted = message?.content === '' ? await changes.nextRevision(trx) : undefined
        // Undefined when somebody else has deleted it meanwhile.
        const emptied = deleted && (await store.emptyMessage(trx, messageId, undefined, now().toISOString()))
        await mediaStore.releaseMedia(trx, messageId)
        if (deleted === undefined || emptied === undefined) return undefined
        await changes.insertChange(trx, { revision: deleted, kind: 'deletion', messageId })
        return deleted
      })
      if (revision !== undefined) feed?.publish({ type: 'chatMessageDeleted', id: messageId, revision })
    }
    await storage.remove([media.storageName])
  }
  return orphans.length
}

/** Removes what the chat holds of an account that was deleted: its media, and its name where it was mentioned. */
export async function removeAccount(
  services: Needs & Pick<Services, 'events'>,
  feed: Feed,
  userId: string,
): Promise<void> {
  const media = await removeOrphans(services, feed, userId)
  await mediaStore.forgetReleasedOf(services.db, userId)
  const mentions = await removeMentions(services, new Set([userId]))
  // Cached pages of all processes may hold the name and the media, and these changes have no revision.
  if (media + mentions > 0) services.events.emit('profileChanged', { userId })
}

/** Removes what nobody needs: unsent uploads, files without a row, and what was deleted long ago. To be called now and then. */
export async function cleanUpChat(services: Needs): Promise<void> {
  const { db, storage, now } = services
  const time = now().getTime()
  const yesterday = new Date(time - DAY_MS)
  await removeOrphans(services, undefined)
  await removeMentions(services, await revokedAccounts(db))
  for (const { name, storageName } of await mediaStore.unsentBefore(db, yesterday.toISOString())) {
    await mediaStore.releaseUnsent(db, name)
    if (!(await mediaStore.isFileReferenced(db, storageName))) await storage.remove([storageName])
  }
  for await (const storageName of storage.list('chat', yesterday)) {
    if (!(await mediaStore.isFileReferenced(db, storageName))) await storage.remove([storageName])
  }
  await db.transaction().execute(async (trx) => {
    await mediaStore.forgetReleased(trx, yesterday.toISOString())
    const deletedBefore = new Date(time - DELETIONS_TTL_MS).toISOString()
    await store.removeMessages(trx, await changes.forgetChanges(trx, deletedBefore))
  })
}
