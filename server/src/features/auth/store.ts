import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import { type InferResult, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import type { StoredAddresses } from '#http/stored-addresses.ts'
import type { LinkPurpose } from './tables.ts'

type Db = Kysely<Schema>

/** Longer than any session lasts, so no browser sends the token of a session that ended before that. */
const END_REASONS_TTL_MS = 90 * 24 * 60 * 60 * 1000

export async function insertSession(db: Db, row: Insertable<Schema['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

/**
 * Ends the oldest sessions of an account until `keep` are left.
 * @returns the ids of the ended ones
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

/** Why and when sessions are ended. */
export interface Ending {
  reason: SessionEndReason
  at: Date
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

/** Why sessions were ended, by token hash or id; sessions that expired are missing. */
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
      'users.email',
      'users.username',
      'users.isAdmin',
      'users.emailVerified',
      'users.keyVerified',
    ])
export type SessionWithRights = InferResult<ReturnType<typeof sessionsWithRights>>[number]
// Each request runs one of these statements.
const byTokenHash = prepared<{ tokenHash: string }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where('sessions.tokenHash', '=', slot('tokenHash')),
)
const byTokenHashes = prepared<{ tokenHashes: readonly string[] }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where(sql<boolean>`sessions.token_hash = any(${slot('tokenHashes')})`),
)
const byId = prepared<{ sessionId: string }, SessionWithRights>((db, slot) =>
  sessionsWithRights(db).where('sessions.id', '=', slot('sessionId')),
)

/** The sessions of these tokens with the current rights of their accounts, by hash. */
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

/** The rights of the accounts of those sessions that are still valid. */
export async function selectRights(db: Db, sessionIds: readonly string[], now: Date) {
  const time = now.toISOString()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'users.emailVerified', 'users.keyVerified', 'users.isAdmin'])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.idleEndsAt', '>', time)
    .where('sessions.endsAt', '>', time)
    .execute()
  return rows.map(({ id, ...rights }) => ({
    id,
    emailVerified: rights.emailVerified === 1,
    keyVerified: rights.keyVerified === 1,
    isAdmin: rights.isAdmin === 1,
  }))
}

/** Most sessions in one statement. */
const TOUCHED_AT_ONCE = 1000

export async function touchSessions(
  db: Db,
  ids: readonly string[],
  usedAt: Date,
  idleEndsAt: Date,
): Promise<void> {
  for (let from = 0; from < ids.length; from += TOUCHED_AT_ONCE)
    await db
      .updateTable('sessions')
      .set({ lastUsedAt: usedAt.toISOString(), idleEndsAt: idleEndsAt.toISOString() })
      .where('id', 'in', ids.slice(from, from + TOUCHED_AT_ONCE))
      .execute()
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

/** Stores a link; older ones of the same purpose and account become invalid. */
export async function replaceLink(
  db: Db,
  row: Omit<Selectable<Schema['linkTokens']>, 'usedAt'>,
): Promise<void> {
  await db
    .deleteFrom('linkTokens')
    .where('purpose', '=', row.purpose)
    .where('userId', row.userId === null ? 'is' : '=', row.userId)
    .where('usedAt', 'is', null)
    .execute()
  await db
    .insertInto('linkTokens')
    .values({ ...row, usedAt: null })
    .execute()
}

/** Uses up a link: of several callers at the same time exactly one gets the row. */
export async function consumeLink(db: Db, tokenHash: string, purpose: LinkPurpose, now: Date) {
  return db
    .updateTable('linkTokens')
    .set({ usedAt: now.toISOString() })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now.toISOString())]))
    .returning(['userId', 'email', 'createdAt'])
    .executeTakeFirst()
}

export async function findLink(db: Db, tokenHash: string, purpose: LinkPurpose) {
  return db
    .selectFrom('linkTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

export async function isAddressKnown(
  db: Db,
  userId: string,
  addressHash: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('knownAddresses')
    .select('userId')
    .where('userId', '=', userId)
    .where('addressHash', '=', addressHash)
    .where('lastLoginAt', '>', since.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export async function storeKnownAddress(
  db: Db,
  userId: string,
  addressHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('knownAddresses')
    .values({ userId, addressHash, lastLoginAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'addressHash']).doUpdateSet({ lastLoginAt: now.toISOString() }),
    )
    .execute()
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Replaces the hash if it is still the one that was verified; false when another call has changed it. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores a link beside others of its purpose. */
export async function insertLink(
  db: Db,
  row: Omit<Selectable<Schema['linkTokens']>, 'usedAt'>,
): Promise<void> {
  await db
    .insertInto('linkTokens')
    .values({ ...row, usedAt: null })
    .execute()
}

/** Invalidates an account's links of one purpose that were created at this time or later. */
export async function deleteLinksSince(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  since: string,
): Promise<void> {
  await db
    .deleteFrom('linkTokens')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>=', since)
    .execute()
}

/** Deletes expired links, and used ones whose retention time is over. */
export async function deleteOldLinks(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('linkTokens').where('endsAt', '<=', longAgo).execute()
}

/**
 * Ends sessions of an account, all or all but one.
 * @returns the ids of the ended ones
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

/** Ends one session of this account; false when there is none with that id. */
export async function deleteSessionOf(db: Db, userId: string, id: string, ending: Ending): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['id', 'tokenHash'])
    .execute()
  return (await storeEndReasons(db, ended, ending)).length === 1
}

/** Valid sessions, last used first. */
export async function listSessions(db: Db, userId: string, now: Date) {
  const time = now.toISOString()
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('idleEndsAt', '>', time)
    .where('endsAt', '>', time)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Whether the account has any known address. */
export async function hasKnownAddress(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownAddresses')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the password if it is still the one that was verified. A concurrent change waits for the end of this
 * transaction, or was committed before and is detected here.
 */
export async function lockPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  return replacePasswordHash(db, userId, passwordHash, passwordHash)
}

/** The addresses in the rows of sessions. */
export function sessionAddresses(db: Db): StoredAddresses {
  return {
    selectWhole: async (before, limit) =>
      db
        .selectFrom('sessions')
        .select(['id', 'address'])
        .where('createdAt', '<=', before)
        .where('address', 'not like', '%/%')
        .limit(limit)
        .execute(),
    update: async (id, address) => db.updateTable('sessions').set({ address }).where('id', '=', id).execute(),
  }
}
