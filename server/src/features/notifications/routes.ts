import * as contract from '@tonarchiv/contract/notifications'
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { quietUntil } from './quiet-hours.ts'
import { countUnread, readableNotices } from './read-notices.ts'
import type { ReadNeeds } from './resolve/sources.ts'
import { changeSettings, settingsOfOne } from './settings.ts'
import { setAllRead, setRead } from './store/notices.ts'
import { groupExists, setAllGroupsRead, setGroupRead } from './store/shared-notices.ts'

export function registerNotifications(
  bind: Bind,
  services: Services,
  { readNeeds, sockets }: { readNeeds: ReadNeeds; sockets: Sockets },
): void {
  const { db, now } = services
  /** Notifies all devices of a member, because what is read on one device is read on all. */
  const sendChanged = (userId: string) =>
    sockets.sendToUsers([userId], { type: 'noticesChanged', withinMs: 0 })

  bind(contract.listNotices, async ({ caller, query: { before, filter } }) =>
    readableNotices(readNeeds, caller, {
      channel: 'here',
      isUnreadOnly: filter === 'unread',
      ...(before !== undefined && { before }),
    }),
  )
  bind(contract.countNotices, async ({ caller }) => {
    const settings = await settingsOfOne(db, caller.id)
    return {
      unread: await countUnread(readNeeds, caller, settings),
      quietUntil: quietUntil(settings, now())?.toISOString() ?? null,
    }
  })
  bind(contract.readNotice, async ({ caller, params: { id } }) => {
    const readAt = now().toISOString()
    const isKnown = (await setRead(db, caller.id, id, readAt)) || (await groupExists(db, id))
    if (!isKnown) throw new Refused(notFound)
    if (id.includes(':')) await setGroupRead(db, { userId: caller.id, groupKey: id, readAt })
    sendChanged(caller.id)
    return { success: true }
  })
  bind(contract.readAllNotices, async ({ caller }) => {
    const readAt = now().toISOString()
    await db.transaction().execute(async (trx) => {
      await setAllRead(trx, caller.id, readAt)
      await setAllGroupsRead(trx, caller.id, readAt)
    })
    sendChanged(caller.id)
    return { success: true }
  })

  bind(getNotificationSettings, async ({ caller }) => ({ settings: await settingsOfOne(db, caller.id) }))
  bind(changeNotificationSettings, async ({ caller, body }) => {
    const settings = await changeSettings(services, caller.id, body)
    sendChanged(caller.id)
    return { settings }
  })
}
