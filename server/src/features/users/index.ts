/**
 * Accounts as people: the profile, what others may see of it.
 * How an account is opened, proven and closed is auth's business.
 */
export { changeProfile, tidyAvatars } from './avatar.ts'
export { registerUsers } from './routes.ts'
export { deleteForgottenAccounts, RESERVED_FOR_MS } from './forgotten-accounts.ts'
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
export { profilePart, toWire, type UserRow } from './users.ts'
