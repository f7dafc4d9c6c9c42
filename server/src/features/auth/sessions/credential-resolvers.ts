import type { CallerCache } from '#access/caller-cache.ts'
import type { CredentialWatch } from '#access/credential-watch.ts'
import type { CredentialResolvers } from '#access/credentials.ts'
import { batch } from '#database/batch.ts'
import { withAccess } from '#features/access-grants/index.ts'
import type { Services } from '#services.ts'
import { findSession, findSessions, type SessionWithRights } from '../store/session-rights.ts'
import { hashToken } from '../credentials/tokens.ts'
import { withRequiredFactor } from './required-factor.ts'
import { callerOf, type StampUse } from './sessions.ts'
import { readTicket } from './tickets.ts'

/** Makes the resolvers that find the accounts of session tokens and media tickets. */
export function credentialResolvers(
  services: Services,
  { callers, watch, stampUse }: { callers: CallerCache; watch: CredentialWatch; stampUse: StampUse },
): CredentialResolvers {
  const { db, secret, now } = services
  const readSessions = batch(async (tokenHashes: readonly string[]) => findSessions(db, tokenHashes))
  const callerOfSession = async (session: SessionWithRights | undefined) => {
    const found = callerOf(services, stampUse, session)
    if (session === undefined || found === undefined) return undefined
    const owner = await withRequiredFactor(services, found)
    const caller =
      session.hasLimitedAccess === 0 ? owner : await withAccess(services, owner, session.hasLimitedAccess)
    watch.saw(caller)
    return caller
  }
  return {
    session: async ({ token }, { isMedia }) => {
      const load = async () => {
        const hash = hashToken(token)
        return callerOfSession((await readSessions(hash)).get(hash))
      }
      return isMedia ? callers.find(token, load) : load()
    },
    mediaTicket: async ({ ticket }) =>
      callers.find(ticket, async () => {
        const sessionId = readTicket(secret, ticket, now())
        return sessionId === undefined ? undefined : callerOfSession(await findSession(db, sessionId))
      }),
  }
}
