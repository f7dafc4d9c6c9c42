import * as contract from '@tonarchiv/contract/notifications'
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { readableNotices } from './reading/read-notices.ts'
import { countUnread } from './reading/unread-counts.ts'
import type { ReadNeeds } from './resolve/sources.ts'
import { changeSettings, settingsOfOne } from './settings/settings.ts'
import { setAllRead, setRead } from './store/notices.ts'
import { groupExists, setAllGroupsRead, setGroupRead } from './store/shared-notices.ts'

export function registerNotifications(
  bind: Bind,
  services: Services,
  { readNeeds, sockets }: { readNeeds: ReadNeeds; sockets: Sockets },
): void {
  const { db, now } = services
  const countOf = async (caller: Caller) =>
    (await countUnread(readNeeds, [caller])).get(caller.id) ?? { unread: 0, quietUntil: null }
  /** Sends the count to all devices of the caller, because what is read on one device is read on all. */
  const sendCount = async (caller: Caller) =>
    sockets.sendToUsers([caller.id], { type: 'noticesChanged', ...(await countOf(caller)) })

  bind(contract.listNotices, async ({ caller, query: { before, filter } }) =>
    readableNotices(readNeeds, caller, {
      channel: 'here',
      isUnreadOnly: filter === 'unread',
      ...(before !== undefined && { before }),
    }),
  )
  bind(contract.countNotices, async ({ caller }) => countOf(caller))
  bind(contract.readNotice, async ({ caller, params: { id } }) => {
    const readAt = now().toISOString()
    const isKnown = (await setRead(db, caller.id, id, readAt)) || (await groupExists(db, id))
    if (!isKnown) throw new Refused(notFound)
    if (id.includes(':')) await setGroupRead(db, { userId: caller.id, groupKey: id, readAt })
    await sendCount(caller)
    return { success: true }
  })
  bind(contract.readAllNotices, async ({ caller }) => {
    const readAt = now().toISOString()
    await db.transaction().execute(async (trx) => {
      await setAllRead(trx, caller.id, readAt)
      await setAllGroupsRead(trx, caller.id, readAt)
    })
    await sendCount(caller)
    return { success: true }
  })

  bind(getNotificationSettings, async ({ caller }) => ({ settings: await settingsOfOne(db, caller.id) }))
  bind(changeNotificationSettings, async ({ caller, body }) => {
    const settings = await changeSettings(services, caller.id, body)
    await sendCount(caller)
    return { settings }
  })
}
