/**
 * How an account is opened, proven, entered and left: registration, verification, login, sessions, tickets.
 * Everything that asks "who is this?" ends here.
 */
import { defineFeature } from '#feature.ts'
import type { CredentialResolvers } from '#access/credentials.ts'
import { batch } from '#database/batch.ts'
import type { Services } from '#services.ts'
import { ownSections } from './account/account.ts'
import { registerAccount } from './account/account-routes.ts'
import { createCallerCache } from './sessions/caller-cache.ts'
import { watchSessions } from './sessions/session-watch.ts'
import { callerOf, useStamps } from './sessions/sessions.ts'
import { registerAuth } from './routes.ts'
import {
  deleteEndedSessions,
  deleteOldLinks,
  findSession,
  findSessions,
  type SessionWithRights,
} from './store.ts'
import { readTicket } from './sessions/tickets.ts'
import { hashToken } from './tokens.ts'
import './tables.ts'

export { findSessionEndReason, findSessionEndReasons } from './sessions/ended-sessions.ts'
export { liveSessions } from './sessions/live-sessions.ts'
export { createSetupToken, createUser } from './account/register.ts'
export { deleteSessionsOf } from './store.ts'

/** Finds the accounts behind session tokens and media tickets. */
function credentialResolvers(services: Services): CredentialResolvers {
  const { db } = services
  const remembered = createCallerCache(services)
  const watch = watchSessions(services)
  const stampUse = useStamps(services)
  const readSessions = batch(async (tokenHashes: readonly string[]) => findSessions(db, tokenHashes))
  const callerOfSession = (session: SessionWithRights | undefined) => {
    const caller = callerOf(services, stampUse, session)
    if (caller !== undefined) watch.saw(caller)
    return caller
  }
  return {
    session: async ({ token }, { isMedia }) => {
      const ask = async () => {
        const hash = hashToken(token)
        return callerOfSession((await readSessions(hash)).get(hash))
      }
      return isMedia ? remembered.find(token, ask) : ask()
    },
    mediaTicket: async ({ ticket }) =>
      remembered.find(ticket, async () => {
        const sessionId = readTicket(services.secret, ticket, services.now())
        return sessionId === undefined ? undefined : callerOfSession(await findSession(db, sessionId))
      }),
  }
}

export const auth = defineFeature({
  name: 'auth',
  tables: {
    sessions: { accountColumns: ['userId'] },
    endedSessions: 'shared',
    linkTokens: { accountColumns: ['userId'] },
    knownAddresses: { accountColumns: ['userId'] },
  },
  credentials: ({ services }) => credentialResolvers(services),
  register: (bind, { services, features }) => {
    registerAuth(bind, services)
    registerAccount(
      bind,
      services,
      features.flatMap(({ exportSections }) => exportSections),
    )
  },
  exportSections: ownSections,
  cleanup: [
    { name: 'sessions', schedule: 'rows', run: ({ db, now }) => deleteEndedSessions(db, now()) },
    { name: 'links', schedule: 'rows', run: ({ db, now }) => deleteOldLinks(db, now()) },
  ],
})
