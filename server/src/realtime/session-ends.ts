import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { Services } from '#services.ts'
import type { Connection } from './connection.ts'

/** Sessions of one look into the database. */
const CHECKED_AT_ONCE = 500
const ENDED_SESSIONS_TTL_MS = 60_000

export interface SessionLookup {
  /** Which of these sessions still run, and whether their account is verified. */
  liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, { emailVerified: boolean }>>
  /** Why these sessions are over. */
  findSessionEndReasons: (
    sessionIds: readonly string[],
  ) => Promise<ReadonlyMap<SessionEndReason, readonly string[]>>
}

/** What ends sessions ends their sockets. */
export interface SessionEnds {
  /** Why a session ended since a moment, by the clock of `performance`; undefined when that is not known. */
  reasonSince(sessionId: string, at: number): SessionEndReason | undefined
  /** Ends those of these sockets whose session is over or whose address is no longer verified. */
  check(connections: readonly Connection[]): Promise<void>
}

export function watchSessionEnds(
  { events, log, liveSessions, findSessionEndReasons }: Pick<Services, 'events' | 'log'> & SessionLookup,
  connections: Iterable<Connection>,
  endSession: (connection: Connection, reason: SessionEndReason) => void,
): SessionEnds {
  const recent = recentEnds()

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
    reasonSince: (sessionId, at) => {
      const end = recent.of(sessionId)
      return end !== undefined && end.at >= at ? end.reason : undefined
    },
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

interface RecentEnd {
  /** By the clock of `performance`. */
  at: number
  reason: SessionEndReason
}

/** When and why sessions ended, for those that are being looked up at this moment. */
function recentEnds(): {
  note(id: string, reason: SessionEndReason): void
  of(id: string): RecentEnd | undefined
} {
  const ends = new Map<string, RecentEnd>()
  return {
    note: (id, reason) => {
      const now = performance.now()
      for (const [other, { at }] of ends) {
        if (now - at < ENDED_SESSIONS_TTL_MS) break
        ends.delete(other)
      }
      ends.delete(id)
      ends.set(id, { at: now, reason })
    },
    of: (id) => ends.get(id),
  }
}
