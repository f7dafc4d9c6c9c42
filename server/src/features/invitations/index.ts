/**
 * Invitations: keys that members make for friends, within what they may play themselves, and the tree of who has
 * invited whom. See docs/product.md §4.6.
 */
import { defineFeature } from '#feature.ts'
import { auth } from '#features/auth/index.ts'
import { auditSentences } from './audit-sentences.ts'
import { invitationsExport } from './invitations.ts'
import { registerInvitations } from './routes.ts'
import './tables.ts'

export { createInvitation } from './invitations.ts'

export const invitations = defineFeature({
  name: 'invitations',
  tables: { barredInviters: { accountColumns: ['userId'] } },
  register: (bind, { services, use }) => registerInvitations(bind, services, use(auth).sessions),
  auditSentences,
  exportSections: [invitationsExport],
})
