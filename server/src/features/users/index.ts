/**
 * Accounts as people: the profile, what others may see of it.
 * How an account is opened, proven and closed is auth's business.
 */
export { registerUsers } from './routes.ts'
export {
  insertUser,
  findUserByEmail,
  findUserById,
  markEmailVerified,
  markKeyVerified,
  setAdmin,
  countUsers,
  usernameExists,
} from './store.ts'
export { toWire, type UserRow } from './users.ts'
