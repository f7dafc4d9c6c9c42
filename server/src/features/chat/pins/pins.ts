import { PINS_MAX, tooManyPins } from '@tonarchiv/contract/chat-changes'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Feed } from '../changes/feed.ts'
import { changeOf } from '../messages/change-kinds.ts'
import { changeMessage } from '../messages/change-message.ts'
import { countPinned, replacePinnedAt } from '../messages/store.ts'
import { toWire } from '../messages/to-wire.ts'

/**
 * Pins a message of the room for all members, or unpins it. A second time changes nothing.
 * @returns the revision that contains the change
 * @throws Refused `messageNotFound`, `tooManyPins`
 */
export async function setPin(
  { db, feed, now }: Pick<Services, 'db' | 'now'> & { feed: Feed },
  actor: Actor,
  id: string,
  isPinned: boolean,
): Promise<number> {
  const { conversation, row, revision, isChanged } = await changeMessage(
    { db, write: feed.write },
    { id, kind: 'pin', by: 'admin' },
    async (trx, before) => {
      if ((before.pinnedAt !== null) === isPinned) return undefined
      if (isPinned && (await countPinned(trx)) >= PINS_MAX) throw new Refused(tooManyPins)
      const time = now()
      const pinnedAt = isPinned ? time.toISOString() : null
      await replacePinnedAt(trx, id, pinnedAt)
      await recordAuditEvent(trx, actor, time, {
        action: isPinned ? 'chat.pin' : 'chat.unpin',
        target: id,
        before: { author: before.userId },
      })
      return { payload: null, changed: { pinnedAt } }
    },
  )
  if (isChanged)
    feed.publish(conversation, changeOf('pin', { messageId: id, revision }, { message: toWire(row) }))
  return revision
}
