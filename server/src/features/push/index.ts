/**
 * Push messages (RFC 8030) to browsers: a notice is queued for the browsers of its readers and sent in the background.
 * See docs/subsystems/push.md.
 */
import { defineFeature } from '#feature.ts'
import { notifications } from '#features/notifications/index.ts'
import { vapidKeys } from './keys.ts'
import { queueNotices } from './queue-notices.ts'
import { registerPush } from './routes.ts'
import { messageResolver } from './sending/resolve-message.ts'
import { startPushSender } from './sending/sender.ts'
import { devicesForExport } from './store/devices.ts'
import { deleteExpiredMessages } from './store/messages.ts'
import './tables.ts'

/** Delay of messages for all members, so that open apps, which read their inbox after such a notice, are done first. */
const START_FOR_ALL_AFTER_MS = 1500

export const push = defineFeature({
  name: 'push',
  tables: {
    pushKeys: 'shared',
    pushDevices: { accountColumns: ['userId'] },
    // The rows are deleted with their device.
    pushMessages: 'shared',
  },
  open: async ({ services, times, use }) => {
    const keys = await vapidKeys(services)
    const sender = startPushSender(
      services,
      { keys, resolve: messageResolver(use(notifications).readNeeds) },
      times.lookForPushMessagesEveryMs,
    )
    return { keys, sender }
  },
  close: ({ sender }) => sender.close(),
  register: (bind, { services }, opened) => registerPush(bind, services, opened),
  events: {
    noticesStored: {
      inEmitter: async (event, { services }, { sender }) => {
        await queueNotices(services, event)
        sender.wake(event.userIds === null ? START_FOR_ALL_AFTER_MS : undefined)
      },
    },
  },
  exportSections: [{ name: 'pushDevices', read: devicesForExport }],
  cleanup: [
    {
      name: 'expired push messages',
      schedule: 'rows',
      run: ({ db, now }) => deleteExpiredMessages(db, now().toISOString()),
    },
  ],
})
