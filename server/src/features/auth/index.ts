/**
 * Accounts and authentication: registration, verification, login, sessions, tickets. This feature resolves
 * all credentials of our own API.
 */
import { createCallerCache } from '#access/caller-cache.ts'
import { watchCredentials } from '#access/credential-watch.ts'
import { defineFeature } from '#feature.ts'
import { shortenAddresses } from '#http/stored-addresses.ts'
import { ownSections } from './account/account.ts'
import { registerAccount } from './account/account-routes.ts'
import { accountSessions } from './sessions/account-sessions.ts'
import { credentialResolvers } from './sessions/credential-resolvers.ts'
import { findSessionEndReasons } from './sessions/ended-sessions.ts'
import { registerAuth } from './routes.ts'
import { deleteEndedSessions } from './store/session-ends.ts'
import { deleteOldLinks } from './store/links.ts'
import { selectRights } from './store/session-rights.ts'
import { sessionAddresses } from './store/sessions.ts'
import './tables.ts'

export { countFailedCredential } from './failed-credentials.ts'
export { findSessionEndReason, findSessionEndReasons, liveSessions } from './sessions/ended-sessions.ts'
export type { AccountSessions } from './sessions/account-sessions.ts'
export { createSetupToken, createUser } from './account/register.ts'

export const auth = defineFeature({
  name: 'auth',
  tables: {
    sessions: { accountColumns: ['userId'] },
    endedSessions: 'shared',
    linkTokens: { accountColumns: ['userId'] },
    knownAddresses: { accountColumns: ['userId'] },
  },
  open: ({ services }) => {
    const callers = createCallerCache()
    const { db, now } = services
    const watch = watchCredentials(services, {
      selectRights: async (ids) => selectRights(db, ids, now()),
      findEndReasons: async (ids) => findSessionEndReasons(services, ids),
    })
    return {
      callers,
      watch,
      resolvers: credentialResolvers(services, callers, watch),
      sessions: accountSessions(),
    }
  },
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
    registerAccount(
      bind,
      services,
      sessions,
      streams,
      features.flatMap(({ exportSections }) => exportSections),
    )
  },
  exportSections: ownSections,
  cleanup: [
    { name: 'sessions', schedule: 'rows', run: ({ db, now }) => deleteEndedSessions(db, now()) },
    {
      name: 'addresses of sessions',
      schedule: 'rows',
      run: ({ db, now }) => shortenAddresses(now(), sessionAddresses(db)),
    },
    { name: 'links', schedule: 'rows', run: ({ db, now }) => deleteOldLinks(db, now()) },
  ],
})
