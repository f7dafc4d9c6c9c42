import type { Services } from '#services.ts'

/** Which of these sessions still run, and whether their account is verified. */
export async function liveSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, { emailVerified: boolean }>> {
  if (sessionIds.length === 0) return new Map()
  const time = now().toISOString()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'users.emailVerified'])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.idleEndsAt', '>', time)
    .where('sessions.endsAt', '>', time)
    .execute()
  return new Map(rows.map(({ id, emailVerified }) => [id, { emailVerified: emailVerified === 1 }]))
}
