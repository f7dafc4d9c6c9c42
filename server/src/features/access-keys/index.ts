/**
 * Access keys give access to the archive or to a part of it. Admins create them in batches, members as invitations for
 * friends. Each key can be redeemed a limited number of times.
 */
import { defineFeature } from '#feature.ts'
import { accessKeysExport, madeKeysExport } from './keys/admin-keys.ts'
import { auditSentences } from './audit-sentences.ts'
import { keyRequestExport } from './requests/key-requests.ts'
import { registerKeyRequests } from './requests/routes.ts'
import { registerAccessKeys } from './routes.ts'
import './tables.ts'

export { personOf } from './batches/batches.ts'
export { readShownScopes, showAccesses } from './batches/shown-scopes.ts'
export { createAdminKeys } from './keys/admin-keys.ts'
export { createKeys } from './keys/create-keys.ts'
export { redeemKey } from './keys/redeem-key.ts'
export { withdrawKey } from './keys/withdraw-keys.ts'

export const accessKeys = defineFeature({
  name: 'access-keys',
  tables: {
    accessKeys: { accountColumns: ['madeBy'] },
    accessKeyUses: { accountColumns: ['userId'] },
    keyRequests: { accountColumns: ['userId'] },
  },
  register: (bind, { services, sockets }) => {
    registerAccessKeys(bind, services)
    registerKeyRequests(bind, services, sockets)
  },
  auditSentences,
  exportSections: [accessKeysExport, madeKeysExport, keyRequestExport],
})
