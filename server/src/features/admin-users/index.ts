/**
 * Management of accounts by admins: search, admin rights, withdrawal of access, deletion. The last admin and
 * one's own account are protected.
 */
import { defineFeature } from '#feature.ts'
import { auth } from '#features/auth/index.ts'
import { auditSentences } from './audit-sentences.ts'
import { registerAdminUsers } from './routes.ts'

export { removeBranch } from './remove-branch.ts'

export const adminUsers = defineFeature({
  name: 'admin-users',
  register: (bind, { services, use }) => registerAdminUsers(bind, services, use(auth).sessions),
  auditSentences,
})
