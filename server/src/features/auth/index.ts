/**
 * How an account is opened, proven, entered and left: registration, verification, login, sessions, tickets.
 * Everything that asks "who is this?" ends here.
 */
import type { FindCaller } from '#http/access.ts'
import type { Services } from '#services.ts'
import { rememberedCallers } from './remembered-callers.ts'
import { watchSessions } from './session-watch.ts'
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
  const watch = watchSessions(services)
  const ask = async (key: Parameters<typeof findCaller>[1]) => {
    const caller = await findCaller(services, key)
    if (caller !== undefined) watch.saw(caller)
    return caller
  }
  return async (credential, { isMedia }) => {
    if (credential.kind === 'session') {
      const askForToken = async () => ask({ tokenHash: hashToken(credential.token) })
      return isMedia ? remembered.find(credential.token, askForToken) : askForToken()
    }
    return remembered.find(credential.ticket, async () => {
      const sessionId = readTicket(services.secret, credential.ticket, services.now())
      return sessionId === undefined ? undefined : ask({ sessionId })
    })
  }
}
