/**
 * App passwords: each lets one other program use an account, such as a player that speaks the Subsonic
 * protocol. The account's own password is valid in none of these protocols.
 */
import { createCallerCache } from '#access/caller-cache.ts'
import { watchCredentials } from '#access/credential-watch.ts'
import { defineFeature } from '#feature.ts'
import { withAccessOfAll } from '#features/access-grants/index.ts'
import { auth } from '#features/auth/index.ts'
import { appPasswordsExport, deleteEndedAppPasswords, endAppPasswords } from './app-passwords.ts'
import { auditSentences } from './audit-sentences.ts'
import { credentialResolvers } from './credential-resolvers.ts'
import { selectRights } from './find-app-passwords.ts'
import { registerAppPasswords } from './routes.ts'
import { useStamps } from './use-stamps.ts'
import './tables.ts'

export { createAppPasswordFor } from './app-passwords.ts'
export { findAppPasswordName } from './store.ts'
export { countWrongCredential } from './wrong-credentials.ts'

export const appPasswords = defineFeature({
  name: 'app-passwords',
  tables: { appPasswords: { accountColumns: ['userId'] }, endedAppPasswords: { accountColumns: ['userId'] } },
  open: ({ services, use }) => {
    use(auth).sessions.alsoEnd(endAppPasswords)
    const callers = createCallerCache()
    const watch = watchCredentials(services, {
      selectRights: async (ids) => withAccessOfAll(services, await selectRights(services.db, ids)),
      findEndReasons: async (ids) => new Map([['elsewhere', ids]]),
    })
    const stampUse = useStamps(services)
    return { callers, watch, resolvers: credentialResolvers(services, { callers, watch, stampUse }) }
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
  register: (bind, { services, streams, use }) =>
    registerAppPasswords(bind, services, { streams, sessions: use(auth).sessions }),
  exportSections: [appPasswordsExport],
  auditSentences,
  cleanup: [{ name: 'ended app passwords', schedule: 'rows', run: deleteEndedAppPasswords }],
})
