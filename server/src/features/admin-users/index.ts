/**
 * Accounts as admins tend them: find them, give and take the rights of an admin, take access back, delete.
 * The last admin and one's own account are guarded.
 */
export { registerAdminUsers } from './routes.ts'
