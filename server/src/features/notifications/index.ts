/**
 * Notices: what happened that concerns a member, for the inbox, push messages and digests. Notices are stored at domain
 * events and contain only ids. Their sentences are made when they are read, with the rights that the reader has then.
 * See docs/subsystems/notifications.md.
 */
import { defineFeature } from '#feature.ts'
import { cards } from '#features/cards/index.ts'
import { presence } from '#features/presence/index.ts'
import { cleanUpNotices } from './cleanup.ts'
import { notificationsExport } from './export.ts'
import * as on from './events/on-events.ts'
import { registerNotifications } from './routes.ts'
import { notifyEndingAccess } from './events/ending-access.ts'
import { notifySoonPremieres, watchSoonPremieres } from './events/soon-premieres.ts'
import { openUnreadCounts } from './reading/unread-counts.ts'
import { sharedSources } from './resolve/shared-sources.ts'
import { openUploads } from './events/uploads.ts'
import './tables.ts'

export { notify, notifyAll } from './events/notify.ts'
export { readableNotices, type Wanted as WantedNotices } from './reading/read-notices.ts'
export { readerOf } from './reading/reader-of.ts'
export type { ReadNeeds } from './resolve/sources.ts'
export { quietUntil } from './settings/quiet-hours.ts'
export { changeSettings, isChosen, settingsOf, settingsOfOne, wantsNotice } from './settings/settings.ts'
export { sharedSubjects } from './store/shared-notices.ts'

export const notifications = defineFeature({
  name: 'notifications',
  tables: {
    notifications: { accountColumns: ['userId', 'actorId'] },
    sharedNotices: { accountColumns: ['actorId'] },
    sharedNoticeReads: { accountColumns: ['userId'] },
    notificationSettings: { accountColumns: ['userId'] },
  },
  open: async ({ services, sockets, use }) => {
    const soon = watchSoonPremieres(services)
    await soon.refresh()
    const { db, now, config } = services
    const uploads = openUploads(services)
    const needs = { db, now, config, presence: use(presence), cards: use(cards) }
    const readNeeds = { ...needs, loadShared: sharedSources(needs) }
    return { soon, uploads, readNeeds, counts: openUnreadCounts(services, readNeeds, sockets) }
  },
  close: async ({ soon, uploads, counts }) => {
    soon.close()
    await uploads.close()
    await counts.close()
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
    noticesStored: (event, _context, { counts }) => counts.notify(event),
  },
  exportSections: [notificationsExport],
  cleanup: [
    { name: 'notices', schedule: 'rows', run: cleanUpNotices },
    { name: 'notices of premieres', schedule: 'rows', run: notifySoonPremieres },
    { name: 'notices of ending access', schedule: 'rows', run: notifyEndingAccess },
  ],
})
