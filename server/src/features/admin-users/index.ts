/**
 * Accounts as admins tend them: find them, give and take the rights of an admin, take access back, delete.
 * The last admin and one's own account are guarded.
 */
import { defineFeature } from '#feature.ts'
import { auditSentences } from './audit-sentences.ts'
import { registerAdminUsers } from './routes.ts'

export const adminUsers = defineFeature({
  name: 'admin-users',
  register: (bind, { services }) => registerAdminUsers(bind, services),
  auditSentences,
})
