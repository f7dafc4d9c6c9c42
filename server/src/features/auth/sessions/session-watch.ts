import type { Caller } from '#access/caller.ts'
import type { Services } from '#services.ts'
import { whySessionsEnded } from './ended-sessions.ts'
import * as store from '../store.ts'

/** Sessions that were seen here; whoever was not seen for longest is forgotten first. */
const SEEN_MAX = 100_000
const ASKED_AT_ONCE = 500

type Rights = Pick<Caller, 'emailVerified' | 'keyVerified' | 'isAdmin'>

/** Knows which sessions work with this process, to find out by itself which of them ended elsewhere. */
export interface SessionWatch {
  saw(caller: Caller): void
}

/**
 * While other processes cannot be heard, the database is asked whether the sessions of this process's sockets and streams
 * still run and still may what they might; what has ended or changed is told in this process, as if it had been heard.
 */
export function watchSessions({
  db,
  bus,
  now,
  announcements,
  log,
}: Pick<Services, 'db' | 'bus' | 'now' | 'announcements' | 'log'>): SessionWatch {
  /** Rights as a number, undefined since they were said to have changed. */
  const seen = new Map<string, { userId: string; rights: number | undefined }>()
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const ids = [...seen.keys()]
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
      const some = ids.slice(from, from + ASKED_AT_ONCE)
      const live = new Map(
        (await store.selectRights(db, some, now())).map(({ id, ...rights }) => [id, rightsOf(rights)]),
      )
      const ended = some.filter((id) => !live.has(id))
      for (const [reason, sessionIds] of await whySessionsEnded({ db }, ended))
        announcements.tellHere('sessionsEnded', { sessionIds: [...sessionIds], reason })
      for (const id of ended) seen.delete(id)
      const changed = new Set<string>()
      for (const [id, rights] of live) {
        const known = seen.get(id)
        if (known?.rights === undefined || known.rights === rights) continue
        changed.add(known.userId)
      }
      for (const userId of changed) announcements.tellHere('accessChanged', { userId })
    }
  }

  announcements.listen('accessChanged', ({ userId }) => {
    for (const known of seen.values()) if (known.userId === userId) known.rights = undefined
  })
  bus.onGap(() => {
    asking ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, 'it could not be asked which sessions have ended'))
      .finally(() => {
        asking = undefined
      })
  })

  return {
    saw: ({ id: userId, sessionId, ...caller }) => {
      const rights = rightsOf(caller)
      const before = seen.get(sessionId)?.rights
      seen.delete(sessionId)
      seen.set(sessionId, { userId, rights })
      const [longestAgo] = seen.keys()
      if (seen.size > SEEN_MAX && longestAgo !== undefined) seen.delete(longestAgo)
      // What was taken away must not be forgotten by looking; what was given cuts nobody off.
      if (before !== undefined && (before & ~rights) !== 0)
        announcements.tellHere('accessChanged', { userId })
    },
  }
}

/** One bit for each. */
function rightsOf({ emailVerified, keyVerified, isAdmin }: Rights): number {
  return (emailVerified ? 1 : 0) | (keyVerified ? 2 : 0) | (isAdmin ? 4 : 0)
}
