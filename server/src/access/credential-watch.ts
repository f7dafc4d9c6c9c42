import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { Bus } from '#events/bus.ts'
import type { DomainEvents } from '#events/domain-events.ts'
import type { Log } from '#platform/log.ts'
import type { Caller } from './caller.ts'

/** Maximum number of credentials in the list; the least recently seen one is removed first. */
const SEEN_MAX = 100_000
const CREDENTIALS_PER_QUERY = 500

type Rights = Pick<Caller, 'emailVerified' | 'keyVerified' | 'isAdmin'>

/** How the state of credentials of one kind is read from the database, by the `sessionId` of their callers. */
interface Stored {
  /** The rights of the accounts whose credentials are still valid. */
  selectRights: (ids: readonly string[]) => Promise<(Rights & { id: string })[]>
  /** The ids of credentials that have ended, by reason. */
  findEndReasons: (ids: readonly string[]) => Promise<ReadonlyMap<SessionEndReason, readonly string[]>>
}

/**
 * Keeps a list of the credentials that use this process, so that it can check in the database which of them
 * have ended elsewhere.
 */
export interface CredentialWatch {
  saw(caller: Caller): void
  /** The rights of this account have changed, and an event was emitted for it. */
  rightsChanged(userId: string): void
}

/**
 * While messages of other processes cannot be received, the database is queried whether the sessions, or other
 * credentials, of this process's sockets and streams are still valid and have the same rights. For those that
 * are not, the missed event is emitted in this process.
 */
export function watchCredentials(
  { bus, events, log }: { bus: Bus; events: DomainEvents; log: Log },
  { selectRights, findEndReasons }: Stored,
): CredentialWatch {
  /** The rights as a bit mask; undefined after an event that they have changed. */
  // A Map grows with its entries; an LRUCache of this size would reserve megabytes before the first one.
  const seen = new Map<string, { userId: string; rights: number | undefined }>()
  let checking: Promise<void> | undefined

  async function checkCredentials(): Promise<void> {
    const ids = [...seen.keys()]
    for (let from = 0; from < ids.length; from += CREDENTIALS_PER_QUERY) {
      const some = ids.slice(from, from + CREDENTIALS_PER_QUERY)
      const live = new Map((await selectRights(some)).map(({ id, ...rights }) => [id, rightsOf(rights)]))
      const ended = some.filter((id) => !live.has(id))
      for (const [reason, sessionIds] of await findEndReasons(ended))
        events.emitLocally('sessionsEnded', { sessionIds: [...sessionIds], reason })
      for (const id of ended) seen.delete(id)
      const changed = new Set<string>()
      for (const [id, rights] of live) {
        const before = seen.get(id)
        if (before?.rights === undefined || before.rights === rights) continue
        changed.add(before.userId)
      }
      for (const userId of changed) events.emitLocally('accessChanged', { userId })
    }
  }

  bus.onGap(() => {
    checking ??= checkCredentials()
      .catch((error: unknown) => log.warn({ err: error }, 'it could not be asked which sessions have ended'))
      .finally(() => {
        checking = undefined
      })
  })

  return {
    rightsChanged: (userId) => {
      for (const credential of seen.values()) if (credential.userId === userId) credential.rights = undefined
    },
    saw: ({ id: userId, sessionId, ...caller }) => {
      const rights = rightsOf(caller)
      const before = seen.get(sessionId)?.rights
      seen.delete(sessionId)
      seen.set(sessionId, { userId, rights })
      if (seen.size > SEEN_MAX) {
        const [longestAgo] = seen.keys()
        if (longestAgo !== undefined) seen.delete(longestAgo)
      }
      // A right that was withdrawn is always reported, a granted one is not: it ends no socket or stream.
      if (before !== undefined && (before & ~rights) !== 0) events.emitLocally('accessChanged', { userId })
    },
  }
}

/** One bit for each right. */
function rightsOf({ emailVerified, keyVerified, isAdmin }: Rights): number {
  return (emailVerified ? 1 : 0) | (keyVerified ? 2 : 0) | (isAdmin ? 4 : 0)
}
