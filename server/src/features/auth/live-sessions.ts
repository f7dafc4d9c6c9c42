import type { Services } from '#services.ts'

/** Which of these sessions still run, with a verified account behind them. */
export async function liveSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set()
  const time = now().toISOString()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.idleEndsAt', '>', time)
    .where('sessions.endsAt', '>', time)
    .where('users.emailVerified', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
