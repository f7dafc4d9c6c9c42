import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { Bus } from '#events/bus.ts'
import type { DomainEvents } from '#events/domain-events.ts'
import type { Log } from '#platform/log.ts'
import type { Caller } from './caller.ts'

/** Maximum number of credentials in the list; the least recently seen one is removed first. */
const SEEN_MAX = 100_000
const CREDENTIALS_PER_QUERY = 500

type Rights = Pick<Caller, 'emailVerified' | 'keyVerified' | 'isAdmin' | 'scope'>

/** Rights in a form that can be compared: a bit for each right, and the key of the scope, if it is limited. */
interface ComparedRights {
  bits: number
  scope: string | undefined
}

/** How the state of one kind of credentials is read from the database. The ids are the `sessionId`s of callers. */
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
  /** Call it when an event reports that the rights of this account have changed. */
  rightsChanged(userId: string): void
}

/**
 * While messages of other processes cannot be received, this reads from the database whether the sessions and other
 * credentials of this process's sockets and streams are still valid and have the same rights. If a credential has ended
 * or lost rights, the missed event is emitted in this process.
 */
export function watchCredentials(
  { bus, events, log }: { bus: Bus; events: DomainEvents; log: Log },
  { selectRights, findEndReasons }: Stored,
): CredentialWatch {
  /** `rights` is undefined after an event that reported a change of the rights. */
  // A Map grows with its entries. An LRUCache of this size would reserve megabytes before its first entry.
  const seen = new Map<string, { userId: string; rights: ComparedRights | undefined }>()
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
        if (before?.rights === undefined || isEqual(before.rights, rights)) continue
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
      // Emits an event for a right that was withdrawn, because sockets and streams must end. A granted right ends none
      // of them, so it is not reported.
      if (before !== undefined && isLess(rights, before)) events.emitLocally('accessChanged', { userId })
    },
  }
}

function rightsOf({ emailVerified, keyVerified, isAdmin, scope }: Rights): ComparedRights {
  return { bits: (emailVerified ? 1 : 0) | (keyVerified ? 2 : 0) | (isAdmin ? 4 : 0), scope: scope?.key }
}

function isEqual(a: ComparedRights, b: ComparedRights): boolean {
  return a.bits === b.bits && a.scope === b.scope
}

/** Whether a right was withdrawn. Each change to a limited scope counts, because the new scope may be smaller. */
function isLess(now: ComparedRights, before: ComparedRights): boolean {
  return (before.bits & ~now.bits) !== 0 || (now.scope !== undefined && now.scope !== before.scope)
}
