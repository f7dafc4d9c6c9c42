/**
 * How an account is opened, proven, entered and left: registration, verification, login, sessions, tickets.
 * Everything that asks "who is this?" ends here.
 */
import type { FindCaller } from '#http/access.ts'
import type { Services } from '#services.ts'
import { rememberedCallers } from './remembered-callers.ts'
import { findCaller } from './sessions.ts'
import { readTicket } from './tickets.ts'
import { hashToken } from './tokens.ts'

export { registerAccount } from './account-routes.ts'
export { liveSessions } from './live-sessions.ts'
export { makeSetupToken, makeUser } from './register.ts'
export { registerAuth } from './routes.ts'
export { deleteEndedSessions, deleteOldLinks, deleteSessionsOf } from './store.ts'

/** Finds whose session token or media ticket a request shows. */
export function callerFinder(services: Services): FindCaller {
  const remembered = rememberedCallers(services)
  return async (credential, { isMedia }) => {
    if (credential.kind === 'session') {
      const ask = async () => findCaller(services, { tokenHash: hashToken(credential.token) })
      return isMedia ? remembered.find(credential.token, ask) : ask()
    }
    return remembered.find(credential.ticket, async () => {
      const sessionId = readTicket(services.secret, credential.ticket, services.now())
      return sessionId === undefined ? undefined : findCaller(services, { sessionId })
    })
  }
}
