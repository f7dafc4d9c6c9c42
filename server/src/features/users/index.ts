/**
 * Accounts as people: the profile, what others may see of it.
 * How an account is opened, proven and closed is auth's business.
 */
import { defineFeature } from '#feature.ts'
import { discardAvatar, cleanUpAvatars } from './avatar.ts'
import { deleteAbandonedAccounts } from './abandoned-accounts.ts'
import { registerUsers } from './routes.ts'
import { profileExport } from './users.ts'
import './tables.ts'

export { changeProfile } from './avatar.ts'
export { RESERVED_FOR_MS } from './abandoned-accounts.ts'
export {
  adminExists,
  countOtherAdmins,
  deleteNeverVerified,
  deleteUser,
  findUserByEmail,
  findUserById,
  insertUser,
  markEmailVerified,
  markKeyVerified,
  releaseUsername,
  reserveUsername,
  setAdmin,
  setEmail,
  usernameExists,
} from './store.ts'
export { toWire, type UserRow } from './users.ts'

export const users = defineFeature({
  name: 'users',
  tables: { users: { accountColumns: ['id'] }, usernameReservations: 'shared' },
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
