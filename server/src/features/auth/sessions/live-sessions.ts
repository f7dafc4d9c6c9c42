import type { Services } from '#services.ts'
import { selectRights } from '../store/session-rights.ts'

/** Those of these sessions that are still valid, and whether their account is verified. */
export async function liveSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, { emailVerified: boolean }>> {
  if (sessionIds.length === 0) return new Map()
  return new Map((await selectRights(db, sessionIds, now())).map((rights) => [rights.id, rights]))
}
