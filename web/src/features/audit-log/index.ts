// What admins did lately.
export { AuditLog } from './AuditLog.tsx'
