// Recent acts of admins.
export { AuditLog } from './AuditLog.tsx'
