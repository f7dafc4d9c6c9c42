import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/**
 * How long the reasons for ended sessions are stored. No session lasts longer, so a browser keeps no token for longer.
 */
const END_REASONS_TTL_MS = 90 * 24 * 60 * 60 * 1000

/** The reason and the time of the end of sessions. */
export interface Ending {
  reason: SessionEndReason
  at: Date
}

/**
 * Ends the oldest sessions of an account until `keep` are left.
 * @returns the ids of the ended sessions
 */
export async function deleteSessionsBeyond(
  db: Db,
  userId: string,
  keep: number,
  ending: Ending,
): Promise<string[]> {
  const ids = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(keep)
    .limit(1000)
    .execute()
  const surplus = ids.map(({ id }) => id)
  if (surplus.length === 0) return []
  const ended = await db
    .deleteFrom('sessions')
    .where('id', 'in', surplus)
    .returning(['id', 'tokenHash'])
    .execute()
  return storeEndReasons(db, ended, ending)
}

/** The reasons why sessions have ended, by token hash or id. Sessions that have expired have no entry. */
export async function selectEndReasons(
  db: Db,
  by: 'id' | 'tokenHash',
  values: readonly string[],
): Promise<Map<string, SessionEndReason>> {
  if (values.length === 0) return new Map()
  const rows = await db
    .selectFrom('endedSessions')
    .select(['id', 'tokenHash', 'reason'])
    .where(by, 'in', values)
    .execute()
  return new Map(rows.map((row) => [row[by], row.reason]))
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  const time = now.toISOString()
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('idleEndsAt', '<=', time), eb('endsAt', '<=', time)]))
    .execute()
  const longAgo = new Date(now.getTime() - END_REASONS_TTL_MS).toISOString()
  await db.deleteFrom('endedSessions').where('endedAt', '<=', longAgo).execute()
}

/**
 * Ends all sessions of an account, except the one with `exceptId`.
 * @returns the ids of the ended sessions
 */
export async function deleteSessionsOf(
  db: Db,
  userId: string,
  ending: Ending,
  exceptId?: string,
): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning(['id', 'tokenHash'])
    .execute()
  return storeEndReasons(db, ended, ending)
}

/** Ends one session of this account. False when the account has no session with that id. */
export async function deleteSessionOf(db: Db, userId: string, id: string, ending: Ending): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['id', 'tokenHash'])
    .execute()
  return (await storeEndReasons(db, ended, ending)).length === 1
}

async function storeEndReasons(
  db: Db,
  sessions: readonly { id: string; tokenHash: string }[],
  { reason, at }: Ending,
): Promise<string[]> {
  if (sessions.length > 0) {
    await db
      .insertInto('endedSessions')
      .values(sessions.map((session) => ({ ...session, reason, endedAt: at.toISOString() })))
      .execute()
  }
  return sessions.map(({ id }) => id)
}
