import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import { RecentMoments } from '#platform/recent-moments.ts'
import type { Services } from '#services.ts'
import type { Connection } from './connection.ts'

/** Maximum number of sessions in one query. */
const CHECKED_AT_ONCE = 500
const ENDED_SESSIONS_TTL_MS = 60_000

export interface SessionLookup {
  /** Returns those of these sessions that have not ended, and whether the addresses of their accounts are verified. */
  liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, { emailVerified: boolean }>>
  /** Returns the reasons why these sessions have ended. */
  findSessionEndReasons: (
    sessionIds: readonly string[],
  ) => Promise<ReadonlyMap<SessionEndReason, readonly string[]>>
}

/** Closes the sockets of sessions that end. */
export interface SessionEnds {
  /**
   * The reason why a session has ended since `at`, by the clock of `performance`. Undefined when this process does not
   * know of an end.
   */
  reasonSince(sessionId: string, at: number): SessionEndReason | undefined
  /** Closes those of these sockets whose session has ended or whose account's address is no longer verified. */
  check: (connections: readonly Connection[]) => Promise<void>
}

export function watchSessionEnds(
  { events, log, liveSessions, findSessionEndReasons }: Pick<Services, 'events' | 'log'> & SessionLookup,
  connections: Iterable<Connection>,
  endSession: (connection: Connection, reason: SessionEndReason) => void,
): SessionEnds {
  /** The sessions that have ended recently. A new socket may have had its session checked just before the end. */
  const recent = new RecentMoments<SessionEndReason>(ENDED_SESSIONS_TTL_MS)

  function endSessions(sessionIds: readonly string[], reason: SessionEndReason): void {
    const ids = new Set(sessionIds)
    for (const connection of connections)
      if (ids.has(connection.holder.sessionId)) endSession(connection, reason)
  }

  events.on('sessionsEnded', ({ sessionIds, reason }) => {
    for (const id of sessionIds) recent.note(id, reason)
    endSessions(sessionIds, reason)
  })

  async function checkSome(some: readonly Connection[]): Promise<void> {
    const ids = some.map(({ holder }) => holder.sessionId)
    const live = await liveSessions(ids)
    for (const connection of some)
      if (live.get(connection.holder.sessionId)?.emailVerified === false)
        connection.close(SOCKET_CLOSED.unverified)
    const over = await findSessionEndReasons(ids.filter((id) => !live.has(id)))
    for (const [reason, overIds] of over) endSessions(overIds, reason)
  }

  return {
    reasonSince: (sessionId, at) => recent.since(sessionId, at),
    check: async (checked) => {
      try {
        for (let from = 0; from < checked.length; from += CHECKED_AT_ONCE)
          await checkSome(checked.slice(from, from + CHECKED_AT_ONCE))
      } catch (error) {
        log.warn({ err: error }, 'the sessions of sockets could not be checked')
      }
    },
  }
}
