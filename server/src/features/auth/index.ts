/**
 * How an account is opened, proven, entered and left: registration, verification, login, sessions, tickets.
 * Everything that asks "who is this?" ends here.
 */
import type { FindCaller } from '#http/access.ts'
import type { Services } from '#services.ts'
import { findCaller } from './sessions.ts'
import { readTicket } from './tickets.ts'
import { hashToken } from './tokens.ts'

export { registerAccount } from './account-routes.ts'
export { makeSetupToken, makeUser } from './register.ts'
export { registerAuth } from './routes.ts'
export { deleteEndedSessions, deleteOldLinks } from './store.ts'

/** Finds whose session token or media ticket a request shows. */
export function callerFinder(services: Services): FindCaller {
  return async (credential) => {
    if (credential.kind === 'session') return findCaller(services, { tokenHash: hashToken(credential.token) })
    const sessionId = readTicket(services.secret, credential.ticket, services.now())
    return sessionId === undefined ? undefined : findCaller(services, { sessionId })
  }
}
