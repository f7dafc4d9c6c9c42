import {
  adminFactorRequired,
  confirmationRequired,
  emailUnverified,
  forbidden,
  keyRequired,
  unauthenticated,
} from '@tonarchiv/contract/refusal'
import type { Confirmation, RouteShape } from '@tonarchiv/contract/route'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import { Refused } from '#platform/refused.ts'
import { type Caller, hasKey } from './caller.ts'

/**
 * Rejects a caller that does not have the access level of the route. `sessionEnd` is the reason why the session of the
 * presented token has ended.
 * @throws Refused `unauthenticated`, `emailUnverified`, `adminFactorRequired`, `keyRequired` or `forbidden`
 */
export function requireAccess(
  { access, refusals = [] }: Pick<RouteShape, 'access' | 'refusals'>,
  caller: Caller | undefined,
  sessionEnd?: SessionEndReason,
): void {
  if (access === 'public') return
  if (caller === undefined) {
    // Some routes declare their own text for this refusal.
    const inItsWords = refusals.find(({ code }) => code === unauthenticated.code)
    throw new Refused(inItsWords ?? unauthenticated, sessionEnd && { bodyFields: { sessionEnd } })
  }
  if (access === 'auth') return
  if (!caller.emailVerified) throw new Refused(emailUnverified)
  if (caller.lacksFactor === true && (access === 'admin' || (access === 'key' && !hasKey(caller))))
    throw new Refused(adminFactorRequired)
  if (access === 'key' && !hasKey(caller)) throw new Refused(keyRequired)
  if (access === 'admin' && !caller.isAdmin) throw new Refused(forbidden)
}

/** How long a confirmation counts in its session. */
export const CONFIRMED_FOR_MS = 10 * 60 * 1000

/**
 * Rejects a caller who has not confirmed in this session recently that they own the account.
 * @throws Refused `confirmationRequired`
 */
export function requireConfirmation(
  kind: Confirmation,
  { confirmed }: Pick<Caller, 'confirmed'>,
  now: Date,
): void {
  const isRecent = confirmed !== undefined && Date.parse(confirmed.at) > now.getTime() - CONFIRMED_FOR_MS
  if (!isRecent || (kind === 'explicit' && confirmed.byLogin)) throw new Refused(confirmationRequired)
}
