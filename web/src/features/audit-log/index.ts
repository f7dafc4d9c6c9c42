// The audit log of admins' recent actions.
export { AuditLog } from './AuditLog.tsx'
