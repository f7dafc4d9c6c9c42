// Accounts as admins tend them.
export { UserManagement } from './UserManagement.tsx'
