import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DomainEventMap } from '#events/domain-events.ts'
import { settingsOf, wantsNotice } from '#features/notifications/index.ts'
import type { Services } from '#services.ts'
import { accountsWithDevices } from './store/devices.ts'
import { queueNotice } from './store/messages.ts'

/** After this time a notice is old and is pushed to no device. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000
const ACCOUNTS_AT_ONCE = 100

/** Queues a stored notice for the devices of those accounts that want it as a push message now. */
export async function queueNotices(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { noticeId, kind, userIds }: DomainEventMap['noticesStored'],
): Promise<void> {
  const at = now()
  const times = { at: at.toISOString(), expiresAt: new Date(at.getTime() + EXPIRES_AFTER_MS).toISOString() }
  let last = ''
  for (;;) {
    const accounts = await accountsWithDevices(db, userIds, last, ACCOUNTS_AT_ONCE)
    const settings = await settingsOf(db, accounts)
    const willing = accounts.filter((id) => {
      const own = settings.get(id)
      return own !== undefined && wantsNotice(own, kind, 'push', at)
    })
    await queueNotice(db, willing, noticeId, times)
    last = accounts.at(-1) ?? ''
    if (accounts.length < ACCOUNTS_AT_ONCE) return
    // Yields to the event loop, so that the server can answer requests before the next accounts.
    await nextTurn()
  }
}
