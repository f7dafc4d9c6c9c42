/**
 * The audit log: which admin changed what, when and from which address. An entry is written in the transaction of the
 * change and deleted after a year. Until then only its address is shortened. See docs/security-requirements.md P-08.
 */
import { defineFeature } from '#feature.ts'
import { shortenAddresses } from '#http/stored-addresses.ts'
import { auditLogExport } from './export.ts'
import { registerAuditLog } from './routes.ts'
import { describeActs } from './sentences.ts'
import { actAddresses } from './store.ts'
import './tables.ts'

export { type Actor, actorOf, operator, recordAuditEvent } from './audit-log.ts'
export { changeOf, changeOfSize, changeOfText, sizeText } from './changes.ts'
export { auditSentence } from './sentences.ts'
export { lastActOn } from './store.ts'
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
