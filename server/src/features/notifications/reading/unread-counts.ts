import { setImmediate as nextTurn } from 'node:timers/promises'
import { type NoticeCount, UNREAD_NOTICES_COUNTED } from '@tonarchiv/contract/notifications'
import type { Caller } from '#access/caller.ts'
import type { DomainEventMap } from '#events/domain-events.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { loadedOnce } from '../resolve/shared-sources.ts'
import type { ReadNeeds } from '../resolve/sources.ts'
import { quietUntil } from '../settings/quiet-hours.ts'
import { settingsOf } from '../settings/settings.ts'
import { readableNotices } from './read-notices.ts'
import { readersOf } from './reader-of.ts'

/** Members whose inboxes are counted before other work of the process has its turn. */
const AT_ONCE = 20
/** At the opening of a premiere the process has much to send, so that the counts follow later. */
const AFTER_OPENING_MS = 5000

/** The numbers of unread notices in the inboxes of these callers, up to `UNREAD_NOTICES_COUNTED`, by account. */
export async function countUnread(
  needs: ReadNeeds,
  callers: readonly Caller[],
): Promise<ReadonlyMap<string, NoticeCount>> {
  const settings = await settingsOf(
    needs.db,
    callers.map(({ id }) => id),
  )
  const shared = { ...needs, loadShared: loadedOnce(needs.loadShared) }
  const wanted = { channel: 'here', isUnreadOnly: true, limit: UNREAD_NOTICES_COUNTED } as const
  const counts = await Promise.all(
    callers.map(async (caller): Promise<[string, NoticeCount][]> => {
      const own = settings.get(caller.id)
      if (own === undefined) return []
      const { notices } = await readableNotices(shared, caller, wanted, own)
      const end = quietUntil(own, needs.now())
      return [[caller.id, { unread: notices.length, quietUntil: end?.toISOString() ?? null }]]
    }),
  )
  return new Map(counts.flat())
}

/** Sends the members who are connected to this process the counts of their inboxes. */
export interface UnreadCounts {
  /** Counts soon for the members whose notices were stored. Members who wait already are counted once. */
  notify(stored: Pick<DomainEventMap['noticesStored'], 'kind' | 'userIds'>): void
  close(): Promise<void>
}

export function openUnreadCounts(
  { log }: Pick<Services, 'log'>,
  readNeeds: ReadNeeds,
  sockets: Pick<Sockets, 'connections' | 'connectionsOf' | 'sendLocally'>,
): UnreadCounts {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const worker = backgroundWorker(sendAll, (error) => {
    log.error({ err: error }, 'the counts of inboxes could not be sent')
  })

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const userIds = [...waiting.values().take(AT_ONCE)]
      for (const userId of userIds) waiting.delete(userId)
      const counts = await countUnread(readNeeds, await readersOf(readNeeds, userIds))
      for (const [userId, count] of counts)
        sockets.sendLocally([userId], frameOf({ type: 'noticesChanged', ...count }))
      await nextTurn()
    }
  }

  function addAll(): void {
    for (const { holder } of sockets.connections()) waiting.add(holder.userId)
    worker.wake()
  }

  return {
    notify: ({ kind, userIds }) => {
      if (isClosed) return
      if (userIds !== null) {
        for (const userId of userIds) if (sockets.connectionsOf(userId).length > 0) waiting.add(userId)
        worker.wake()
      } else if (kind === 'premiereOpen')
        timer ??= setTimeout(() => {
          timer = undefined
          addAll()
        }, AFTER_OPENING_MS)
      else addAll()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      waiting.clear()
      await worker.close()
    },
  }
}
