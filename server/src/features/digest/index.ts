/**
 * Digests by email, daily or weekly: what a member has missed. A digest is made with the rights that the member has
 * when it is sent. See docs/subsystems/push.md.
 */
import { defineFeature } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { notifications } from '#features/notifications/index.ts'
import { registerPreview, registerUnsubscribe } from './routes.ts'
import { startDigests } from './send-digests.ts'
import { digestForExport } from './store.ts'
import './tables.ts'

export const digest = defineFeature({
  name: 'digest',
  tables: { digests: { accountColumns: ['userId'] } },
  open: ({ services, times, use }) => {
    const needs = { services, readNeeds: use(notifications).readNeeds, covers: use(catalog).covers }
    return { needs, sender: startDigests(needs, times.lookForDigestsEveryMs) }
  },
  close: ({ sender }) => sender.close(),
  register: (bind, { services }, { needs }) => {
    registerPreview(bind, needs)
    registerUnsubscribe(bind, services)
  },
  exportSections: [{ name: 'digest', read: digestForExport }],
})
