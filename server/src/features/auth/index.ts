/**
 * Accounts and authentication: registration, verification, login, sessions, tickets. This feature resolves
 * all credentials of our own API.
 */
import { createCallerCache } from '#access/caller-cache.ts'
import { watchCredentials } from '#access/credential-watch.ts'
import { defineFeature } from '#feature.ts'
import { withAccessOfAll } from '#features/access-grants/index.ts'
import { shortenAddresses } from '#http/stored-addresses.ts'
import { ownSections } from './account/account.ts'
import { factorsExport } from './account/factors.ts'
import { registerFactors } from './account/factor-routes.ts'
import { auditSentences } from './audit-sentences.ts'
import { deletePendingApps, distrustDevices } from './factors/authenticator.ts'
import { registerLogins } from './login-routes.ts'
import { deleteExpiredHalfSessions, deleteHalfSessions } from './store/half-sessions.ts'
import { deleteOldChallenges } from './store/passkeys.ts'
import { deleteExpiredDevices } from './store/trusted-devices.ts'
import { registerAccount } from './account/account-routes.ts'
import { accountSessions } from './sessions/account-sessions.ts'
import { credentialResolvers } from './sessions/credential-resolvers.ts'
import { findSessionEndReasons } from './sessions/ended-sessions.ts'
import { openUseStamps } from './sessions/use-stamps.ts'
import { registerAuth } from './routes.ts'
import { deleteEndedSessions } from './store/session-ends.ts'
import { deleteOldLinks } from './store/links.ts'
import { selectRights } from './store/session-rights.ts'
import { sessionAddresses } from './store/sessions.ts'
import './tables.ts'

export { countFailedCredential } from './failed-credentials.ts'
export { findSessionEndReason, findSessionEndReasons, liveSessions } from './sessions/ended-sessions.ts'
export { withRequiredFactor } from './sessions/required-factor.ts'
export type { AccountSessions } from './sessions/account-sessions.ts'
export { resetFactors } from './account/factors.ts'
export { emitSecurityChange, notifyOwner, notifyOwnerOfOperator } from './factors/notices.ts'
export { securitySentence } from './factors/security-sentences.ts'
export { createSetupToken, createUser } from './account/register.ts'

export const auth = defineFeature({
  name: 'auth',
  tables: {
    sessions: { accountColumns: ['userId'] },
    endedSessions: 'shared',
    linkTokens: { accountColumns: ['userId'] },
    knownAddresses: { accountColumns: ['userId'] },
    passkeys: { accountColumns: ['userId'] },
    removedPasskeys: { accountColumns: ['userId'] },
    passkeyChallenges: 'shared',
    authenticatorApps: { accountColumns: ['userId'] },
    recoveryCodes: { accountColumns: ['userId'] },
    trustedDevices: { accountColumns: ['userId'] },
    halfSessions: { accountColumns: ['userId'] },
  },
  open: ({ services }) => {
    const callers = createCallerCache()
    const { db, now } = services
    const watch = watchCredentials(services, {
      selectRights: async (ids) => withAccessOfAll(services, await selectRights(db, ids, now())),
      findEndReasons: async (ids) => findSessionEndReasons(services, ids),
    })
    const sessions = accountSessions()
    sessions.alsoEnd(async (trx, userId, at) => {
      await distrustDevices(trx, userId, at)
      await deleteHalfSessions(trx, userId)
      return []
    })
    const uses = openUseStamps(services)
    const resolvers = credentialResolvers(services, { callers, watch, stampUse: uses.stamp })
    return { callers, watch, resolvers, sessions, uses }
  },
  close: async ({ uses }) => uses.close(),
  credentials: (_context, { resolvers }) => resolvers,
  events: {
    sessionsEnded: (_event, _context, { callers }) => callers.clear(),
    accessChanged: ({ userId }, _context, { callers, watch }) => {
      callers.clear()
      watch.rightsChanged(userId)
    },
    accountDeleted: (_event, _context, { callers }) => callers.clear(),
  },
  register: (bind, { services, streams, features }, { sessions }) => {
    registerAuth(bind, services, sessions)
    registerLogins(bind, services)
    registerFactors(bind, services, sessions)
    registerAccount(
      bind,
      services,
      sessions,
      streams,
      features.flatMap(({ exportSections }) => exportSections),
    )
  },
  exportSections: [...ownSections, factorsExport],
  auditSentences,
  cleanup: [
    { name: 'sessions', schedule: 'rows', run: ({ db, now }) => deleteEndedSessions(db, now()) },
    {
      name: 'addresses of sessions',
      schedule: 'rows',
      run: ({ db, now }) => shortenAddresses(now(), sessionAddresses(db)),
    },
    {
      name: 'logins that were not finished',
      schedule: 'rows',
      run: async (services) => {
        const now = services.now()
        await deleteExpiredHalfSessions(services.db, now)
        await deleteExpiredDevices(services.db, now)
        await deleteOldChallenges(services.db, now)
        await deletePendingApps(services)
      },
    },
    { name: 'links', schedule: 'rows', run: ({ db, now }) => deleteOldLinks(db, now()) },
  ],
})
