/**
 * What admins did: who, what, when, from where. Written in the same transaction as the act itself,
 * never changed, kept for a year. See docs/security-requirements.md P-08.
 */
import { defineFeature } from '#feature.ts'
import { shortenAddresses } from '#http/stored-addresses.ts'
import { auditLogExport } from './export.ts'
import { registerAuditLog } from './routes.ts'
import { describeActs } from './sentences.ts'
import { actAddresses } from './store.ts'
import './tables.ts'

export { type Actor, actorOf, operator, recordAuditEvent } from './audit-log.ts'
export { auditSentence } from './sentences.ts'
export { auditRejectedAttempts } from './rejected-attempts.ts'

export const adminActs = defineFeature({
  name: 'audit-log',
  tables: { adminActs: { accountColumns: ['actorId', 'target'], keptAfterDeletion: true } },
  register: (bind, { services, features }) => registerAuditLog(bind, services, describeActs(features)),
  auditSentences: { refused: ({ target }) => `Ohne Admin-Rechte versucht: ${target}` },
  exportSections: [auditLogExport],
  cleanup: [
    {
      name: 'addresses of admins',
      schedule: 'rows',
      run: ({ db, now }) => shortenAddresses(now(), actAddresses(db)),
    },
  ],
})
