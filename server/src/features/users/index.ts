/**
 * The profiles of accounts, and what other members may see of them. Registration, login and deletion are in the feature
 * auth.
 */
import { defineFeature } from '#feature.ts'
import { discardAvatar, cleanUpAvatars } from './avatar.ts'
import { deleteAbandonedAccounts } from './abandoned-accounts.ts'
import { registerUsers } from './routes.ts'
import { profileExport } from './users.ts'
import './tables.ts'

export { changeProfile, openAvatar, sendAvatarOf } from './avatar.ts'
export { RESERVED_FOR_MS } from './abandoned-accounts.ts'
export {
  adminExists,
  countOtherAdmins,
  deleteNeverVerified,
  deleteUser,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  insertUser,
  lockUser,
  markEmailVerified,
  releaseUsername,
  reserveUsername,
  setAccess,
  setAdmin,
  setEmail,
  setInviter,
  usernameExists,
} from './store.ts'
export { toWire, type UserRow } from './users.ts'

export const users = defineFeature({
  name: 'users',
  tables: {
    users: { accountColumns: ['id', 'invitedBy'] },
    usernameReservations: 'shared',
    displayNames: { accountColumns: ['userId'] },
  },
  register: (bind, { services }) => registerUsers(bind, services),
  events: {
    accountDeleted: async ({ avatarName }, { services }) => discardAvatar(services, avatarName),
  },
  exportSections: [profileExport],
  cleanup: [
    { name: 'accounts', schedule: 'rows', run: deleteAbandonedAccounts },
    { name: 'pictures', schedule: 'files', run: cleanUpAvatars },
  ],
})
