import type { Kysely } from 'kysely'
import type { Caller } from '#access/caller.ts'
import type { Schema } from '#database/schema.ts'
import { lockUser } from '#features/users/index.ts'
import { deleteSessionsOf, type Ending } from '../store/session-ends.ts'
import { findSession } from '../store/session-rights.ts'

/**
 * Deletes credentials of another kind in the transaction that ends the sessions of an account.
 * @returns the ids of the credentials, which the event `sessionsEnded` contains
 */
type EndCredentials = (trx: Kysely<Schema>, userId: string, at: Date) => Promise<string[]>

/** Ends all sessions and other credentials with which devices and programs use an account. */
export interface AccountSessions {
  /**
   * Ends all sessions of an account, except the one with `exceptId`, and all other credentials that features have
   * issued for it.
   * @returns the ids of the ended sessions and credentials
   */
  endAll(trx: Kysely<Schema>, userId: string, ending: Ending, exceptId?: string): Promise<string[]>
  /**
   * Locks the account while a transaction adds a credential. A concurrent `endAll` waits for the end of the
   * transaction and then ends that credential as well. False when the caller's session has ended in the meantime.
   */
  lockSession(trx: Kysely<Schema>, caller: Pick<Caller, 'id' | 'sessionId'>): Promise<boolean>
  /** Registers a function of another feature. `endAll` calls it to end the credentials of that feature, too. */
  alsoEnd(end: EndCredentials): void
}

export function accountSessions(): AccountSessions {
  const others: EndCredentials[] = []
  return {
    endAll: async (trx, userId, ending, exceptId) => {
      await lockUser(trx, userId)
      const ended = await deleteSessionsOf(trx, userId, ending, exceptId)
      for (const end of others) ended.push(...(await end(trx, userId, ending.at)))
      return ended
    },
    lockSession: async (trx, { id, sessionId }) => {
      await lockUser(trx, id)
      return (await findSession(trx, sessionId)) !== undefined
    },
    alsoEnd: (end) => void others.push(end),
  }
}
