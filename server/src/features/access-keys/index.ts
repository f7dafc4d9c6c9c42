/** Access keys give archive access: admins create them, and each is redeemed once by one account. */
import { defineFeature } from '#feature.ts'
import { accessKeysExport } from './access-keys.ts'
import { auditSentences } from './audit-sentences.ts'
import { registerKeyRequests } from './key-request-routes.ts'
import { keyRequestExport } from './key-requests.ts'
import { registerAccessKeys } from './routes.ts'
import './tables.ts'

export { createAccessKey, redeemAccessKey } from './access-keys.ts'

export const accessKeys = defineFeature({
  name: 'access-keys',
  tables: { accessKeys: { accountColumns: ['usedBy'] }, keyRequests: { accountColumns: ['userId'] } },
  register: (bind, { services, sockets }) => {
    registerAccessKeys(bind, services)
    registerKeyRequests(bind, services, sockets)
  },
  auditSentences,
  exportSections: [accessKeysExport, keyRequestExport],
})
