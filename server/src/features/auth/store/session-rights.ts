import { type InferResult, type Kysely, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

const sessionsWithRights = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id as sessionId',
      'sessions.tokenHash',
      'sessions.userId',
      'sessions.remembered',
      'sessions.lastUsedAt',
      'sessions.idleEndsAt',
      'sessions.endsAt',
      'sessions.confirmedAt',
      'sessions.confirmedBy',
      'users.email',
      'users.username',
      'users.isAdmin',
      'users.emailVerified',
      'users.keyVerified',
      'users.hasLimitedAccess',
    ])

export type SessionWithRights = InferResult<ReturnType<typeof sessionsWithRights>>[number]

// Prepared, because each request runs one of these statements.
const byTokenHash = prepared<{ tokenHash: string }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where('sessions.tokenHash', '=', slot('tokenHash')),
)

const byTokenHashes = prepared<{ tokenHashes: readonly string[] }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where(sql<boolean>`sessions.token_hash = any(${slot('tokenHashes')})`),
)

const byId = prepared<{ sessionId: string }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where('sessions.id', '=', slot('sessionId')),
)

/** Finds sessions by the hashes of their tokens. The result has the current rights of their accounts. */
export async function findSessions(
  db: Database,
  tokenHashes: readonly string[],
): Promise<Map<string, SessionWithRights>> {
  const sessions =
    db.kind === 'postgres'
      ? await byTokenHashes(db, { tokenHashes })
      : (await Promise.all(tokenHashes.map(async (tokenHash) => byTokenHash(db, { tokenHash })))).flat()
  return new Map(sessions.map((session) => [session.tokenHash, session]))
}

/** The session with the current rights of its account. */
export async function findSession(db: Db, sessionId: string): Promise<SessionWithRights | undefined> {
  const [session] = await byId(db, { sessionId })
  return session
}

/** The rights of the accounts of these sessions. Sessions that are no longer valid are omitted. */
export async function selectRights(db: Db, sessionIds: readonly string[], now: Date) {
  const time = now.toISOString()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id',
      'sessions.userId',
      'users.emailVerified',
      'users.keyVerified',
      'users.hasLimitedAccess',
      'users.isAdmin',
    ])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.idleEndsAt', '>', time)
    .where('sessions.endsAt', '>', time)
    .execute()
  return rows.map(({ id, userId, hasLimitedAccess, ...rights }) => ({
    id,
    userId,
    hasLimitedAccess,
    emailVerified: rights.emailVerified === 1,
    keyVerified: rights.keyVerified === 1,
    isAdmin: rights.isAdmin === 1,
  }))
}
