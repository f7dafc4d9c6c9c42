/**
 * The access of members: what they may play, and until when. This is the whole archive, some types of albums, or chosen
 * albums, with or without videos. Keys and invitations give access (feature access-keys), which is checked for each
 * request. See docs/subsystems/sessions-and-gates.md.
 */
import { defineFeature } from '#feature.ts'
import { accessGrantsExport } from './export.ts'
import { findEndedAccounts } from './ended-accounts.ts'
import { openEndingClock } from './ending-clock.ts'
import './tables.ts'

export {
  accessOf,
  endGrantsOfAccount,
  endGrantsOfKey,
  grantAccess,
  unionOf,
  withAccess,
  withAccessOfAll,
} from './access-grants.ts'
export { grantsEndingBetween, missedGrants } from './ending-grants.ts'
export { coveredUntil, ownScope } from './coverage.ts'
export { readScopes, storeScope } from './scopes.ts'

export const accessGrants = defineFeature({
  name: 'access-grants',
  tables: {
    accessScopes: 'shared',
    accessScopeTypes: 'shared',
    accessScopeAlbums: 'shared',
    accessGrants: { accountColumns: ['userId'] },
  },
  open: ({ services }) => openEndingClock(services),
  close: (clock) => clock.close(),
  events: { accessChanged: async (_event, _context, clock) => clock.refresh() },
  exportSections: [accessGrantsExport],
  cleanup: [{ name: 'ended access', schedule: 'rows', run: findEndedAccounts }],
})
