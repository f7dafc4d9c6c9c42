import type { Caller } from '#access/caller.ts'
import type { Services } from '#services.ts'
import { findSessionEndReasons } from './ended-sessions.ts'
import * as store from '../store.ts'

/** Sessions that were seen here; whoever was not seen for longest is forgotten first. */
const SEEN_MAX = 100_000
const SESSIONS_PER_QUERY = 500

type Rights = Pick<Caller, 'emailVerified' | 'keyVerified' | 'isAdmin'>

/** Knows which sessions work with this process, to find out by itself which of them ended elsewhere. */
export interface SessionWatch {
  saw(caller: Caller): void
  /** The rights of this account were changed, and everybody knows. */
  rightsChanged(userId: string): void
}

/**
 * While other processes cannot be heard, the database is asked whether the sessions of this process's sockets and streams
 * still run and still may what they might; what has ended or changed is told in this process, as if it had been heard.
 */
export function watchSessions({
  db,
  bus,
  now,
  events,
  log,
}: Pick<Services, 'db' | 'bus' | 'now' | 'events' | 'log'>): SessionWatch {
  /** Rights as a number, undefined since they were said to have changed. */
  const seen = new Map<string, { userId: string; rights: number | undefined }>()
  let checking: Promise<void> | undefined

  async function checkSessions(): Promise<void> {
    const ids = [...seen.keys()]
    for (let from = 0; from < ids.length; from += SESSIONS_PER_QUERY) {
      const some = ids.slice(from, from + SESSIONS_PER_QUERY)
      const live = new Map(
        (await store.selectRights(db, some, now())).map(({ id, ...rights }) => [id, rightsOf(rights)]),
      )
      const ended = some.filter((id) => !live.has(id))
      for (const [reason, sessionIds] of await findSessionEndReasons({ db }, ended))
        events.emitLocally('sessionsEnded', { sessionIds: [...sessionIds], reason })
      for (const id of ended) seen.delete(id)
      const changed = new Set<string>()
      for (const [id, rights] of live) {
        const seenSession = seen.get(id)
        if (seenSession?.rights === undefined || seenSession.rights === rights) continue
        changed.add(seenSession.userId)
      }
      for (const userId of changed) events.emitLocally('accessChanged', { userId })
    }
  }

  bus.onGap(() => {
    checking ??= checkSessions()
      .catch((error: unknown) => log.warn({ err: error }, 'it could not be asked which sessions have ended'))
      .finally(() => {
        checking = undefined
      })
  })

  return {
    rightsChanged: (userId) => {
      for (const session of seen.values()) if (session.userId === userId) session.rights = undefined
    },
    saw: ({ id: userId, sessionId, ...caller }) => {
      const rights = rightsOf(caller)
      const before = seen.get(sessionId)?.rights
      seen.delete(sessionId)
      seen.set(sessionId, { userId, rights })
      const [longestAgo] = seen.keys()
      if (seen.size > SEEN_MAX && longestAgo !== undefined) seen.delete(longestAgo)
      // What was taken away must not be forgotten by looking; what was given cuts nobody off.
      if (before !== undefined && (before & ~rights) !== 0) events.emitLocally('accessChanged', { userId })
    },
  }
}

/** One bit for each. */
function rightsOf({ emailVerified, keyVerified, isAdmin }: Rights): number {
  return (emailVerified ? 1 : 0) | (keyVerified ? 2 : 0) | (isAdmin ? 4 : 0)
}
