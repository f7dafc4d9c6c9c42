// Management of accounts by admins.
export { UserManagement } from './UserManagement.tsx'
