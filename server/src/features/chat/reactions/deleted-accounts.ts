import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as changes from '../changes/store.ts'
import type { Feed } from '../changes/feed.ts'
import type { Write } from '../changes/group-commit.ts'
import { type MemberReaction, removeReaction } from './reactions.ts'
import * as store from './store.ts'

const READ_AT_ONCE = 500

/**
 * Removes the reactions of deleted accounts, or only those of the deleted account `userId`, and the account's id from
 * the log of changes. May be called repeatedly. Without a feed, processes read the changes when they notice the gap.
 */
export async function removeReactionsOfDeleted(
  { db }: Pick<Services, 'db'>,
  feed: Feed | undefined,
  userId?: string,
): Promise<void> {
  const gone = new Set<string>()
  for (;;) {
    const rows = await store.orphanedReactions(db, userId, READ_AT_ONCE)
    for (const { messageId: id, ...reaction } of rows) {
      await removeOne({ db }, feed, { id, ...reaction })
      gone.add(reaction.userId)
    }
    if (rows.length < READ_AT_ONCE) break
  }
  for (const id of gone) await changes.forgetReactor(db, id)
}

async function removeOne(
  { db }: Pick<Services, 'db'>,
  feed: Feed | undefined,
  reaction: MemberReaction,
): Promise<void> {
  try {
    const write: Write = async (work) => db.transaction().execute(work)
    const { conversation, change } = await removeReaction({ db, write }, reaction, 'cleanup')
    if (change !== undefined) feed?.publish(conversation, change)
  } catch (error) {
    if (!(error instanceof Refused && error.refusal === messageNotFound)) throw error
    // The message was deleted in the meantime.
    const { id: messageId, ...rest } = reaction
    await store.deleteReaction(db, { messageId, ...rest })
  }
}
