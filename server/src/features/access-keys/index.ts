/** Access keys give archive access: admins create them, and each is redeemed once by one account. */
import { defineFeature } from '#feature.ts'
import { accessKeysExport } from './access-keys.ts'
import { auditSentences } from './audit-sentences.ts'
import { registerAccessKeys } from './routes.ts'
import './tables.ts'

export { createAccessKey, redeemAccessKey } from './access-keys.ts'

export const accessKeys = defineFeature({
  name: 'access-keys',
  tables: { accessKeys: { accountColumns: ['usedBy'] } },
  register: (bind, { services }) => registerAccessKeys(bind, services),
  auditSentences,
  exportSections: [accessKeysExport],
})
