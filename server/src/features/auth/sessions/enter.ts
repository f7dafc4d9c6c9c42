import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { sessionCookie } from '#access/session-cookie.ts'
import type { Schema } from '#database/schema.ts'
import { lockUser, toWire, type UserRow } from '#features/users/index.ts'
import type { Services } from '#services.ts'
import { startSession } from './sessions.ts'

/** A request with its reply. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Entrance extends Exchange {
  remember: boolean
  /**
   * Checks the proof of the login again, for example the password, with the account locked, because it may have become
   * invalid since the first check. A concurrent end of all sessions then ends this one as well.
   * @throws Refused
   */
  prove: (trx: Kysely<Schema>) => Promise<void>
  /** Stores what belongs to the new session, in the same transaction. */
  started?: (trx: Kysely<Schema>, sessionId: string) => Promise<void>
}

/** Starts a session for a user and sets its cookie. */
export async function enter(
  { db, now, config, events }: Services,
  user: UserRow,
  { remember, request, reply, prove, started }: Entrance,
) {
  const session = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    await prove(trx)
    const made = await startSession(trx, now(), user.id, { remember, request })
    await started?.(trx, made.id)
    return made
  })
  if (session.endedIds.length > 0)
    events.emit('sessionsEnded', { sessionIds: session.endedIds, reason: 'elsewhere' })
  const cookie = sessionCookie(config.publicUrl)
  reply.header('set-cookie', cookie.persistent(session.token, session.cookieSeconds))
  return { token: session.token, user: toWire(user, now()) }
}
