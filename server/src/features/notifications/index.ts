/**
 * Notices: what happened that concerns a member, for the inbox, push messages and digests. Notices are stored at domain
 * events and contain only ids. Their sentences are made when they are read, with the rights that the reader has then.
 * See docs/subsystems/notifications.md.
 */
import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { DomainEventMap } from '#events/domain-events.ts'
import { type AppContext, defineFeature } from '#feature.ts'
import { cards } from '#features/cards/index.ts'
import { presence } from '#features/presence/index.ts'
import { cleanUpNotices } from './cleanup.ts'
import { notificationsExport } from './export.ts'
import * as on from './on-events.ts'
import { registerNotifications } from './routes.ts'
import { notifyEndingAccess } from './ending-access.ts'
import { notifySoonPremieres, watchSoonPremieres } from './soon-premieres.ts'
import { openUploads } from './uploads.ts'
import './tables.ts'

export { notify, notifyAll } from './notify.ts'
export { readableNotices, type Wanted as WantedNotices } from './read-notices.ts'
export { readerOf } from './reader-of.ts'
export type { ReadNeeds } from './resolve/sources.ts'
export { quietUntil } from './quiet-hours.ts'
export { changeSettings, isChosen, settingsOf, settingsOfOne, wantsNotice } from './settings.ts'
export { sharedSubjects } from './store/shared-notices.ts'

/** Devices read the inbox again within these times, so that a notice for all does not make all of them call at once. */
const SPREAD_MS = 500
const SPREAD_AT_PREMIERE_MS = 5000

export const notifications = defineFeature({
  name: 'notifications',
  tables: {
    notifications: { accountColumns: ['userId', 'actorId'] },
    sharedNotices: { accountColumns: ['actorId'] },
    sharedNoticeReads: { accountColumns: ['userId'] },
    notificationSettings: { accountColumns: ['userId'] },
  },
  open: async ({ services, use }) => {
    const soon = watchSoonPremieres(services)
    await soon.refresh()
    const { db, now } = services
    const uploads = openUploads(services)
    return { soon, uploads, readNeeds: { db, now, presence: use(presence), cards: use(cards) } }
  },
  close: async ({ soon, uploads }) => {
    soon.close()
    await uploads.close()
  },
  register: (bind, { services, sockets }, { readNeeds }) =>
    registerNotifications(bind, services, { readNeeds, sockets }),
  events: {
    friendRequested: { inEmitter: async (event, { services }) => on.onFriendRequested(services, event) },
    friendsMade: { inEmitter: async (event, { services }) => on.onFriendsMade(services, event) },
    invitationAccepted: {
      inEmitter: async (event, { services }) => on.onInvitationAccepted(services, event),
    },
    messagePosted: { inEmitter: async (event, { services }) => on.onMessagePosted(services, event) },
    messageReacted: { inEmitter: async (event, { services }) => on.onMessageReacted(services, event) },
    playlistShared: { inEmitter: async (event, { services }) => on.onPlaylistShared(services, event) },
    roomInvited: { inEmitter: async (event, { services }) => on.onRoomInvited(services, event) },
    securityChanged: { inEmitter: async (event, { services }) => on.onSecurityChanged(services, event) },
    uploaded: { inEmitter: (event, _context, { uploads }) => uploads.add(event) },
    premiereChanged: {
      everywhere: async (_event, _context, { soon }) => soon.refresh(),
      inEmitter: async (event, { services }) => on.onPremiereChanged(services, event),
    },
    archiveChanged: async (_event, _context, { soon }) => soon.refresh(),
    noticesStored: { inEmitter: (event, context) => sendChanged(context, event) },
  },
  exportSections: [notificationsExport],
  cleanup: [
    { name: 'notices', schedule: 'rows', run: cleanUpNotices },
    { name: 'notices of premieres', schedule: 'rows', run: notifySoonPremieres },
    { name: 'notices of ending access', schedule: 'rows', run: notifyEndingAccess },
  ],
})

function sendChanged({ sockets }: AppContext, { userIds, kind }: DomainEventMap['noticesStored']): void {
  const message = { type: 'noticesChanged', withinMs: spreadOf(kind, userIds) } as const
  if (userIds === null) sockets.broadcast(message)
  else sockets.sendToUsers(userIds, message)
}

function spreadOf(kind: NoticeKind, userIds: readonly string[] | null): number {
  if (userIds !== null) return 0
  return kind === 'premiereOpen' ? SPREAD_AT_PREMIERE_MS : SPREAD_MS
}
