import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { Services } from '#services.ts'
import { selectEndReasons } from '../store/session-ends.ts'
import { selectRights } from '../store/session-rights.ts'
import { hashToken } from '../credentials/tokens.ts'

/** The reason why the session of this token has ended. A session without a recorded reason has expired. */
export async function findSessionEndReason(
  { db }: Pick<Services, 'db'>,
  token: string,
): Promise<SessionEndReason> {
  const reasons = await selectEndReasons(db, 'tokenHash', [hashToken(token)])
  return reasons.values().next().value ?? 'expired'
}

/**
 * The reasons why these sessions have ended, each with the ids of its sessions. A session without a recorded reason has
 * expired.
 */
export async function findSessionEndReasons(
  { db }: Pick<Services, 'db'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<SessionEndReason, readonly string[]>> {
  const reasons = await selectEndReasons(db, 'id', sessionIds)
  return Map.groupBy(sessionIds, (id) => reasons.get(id) ?? 'expired')
}

/** Those of the given sessions that are still valid, and whether their accounts are verified. */
export async function liveSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, { emailVerified: boolean }>> {
  if (sessionIds.length === 0) return new Map()
  return new Map((await selectRights(db, sessionIds, now())).map((rights) => [rights.id, rights]))
}
