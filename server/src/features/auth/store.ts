import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { LinkPurpose } from './tables.ts'

type Db = Kysely<Schema>

export async function insertSession(db: Db, row: Insertable<Schema['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

/** Ends the oldest sessions of an account until `kept` are left. @returns the ids of the ended ones */
export async function deleteSessionsBeyond(db: Db, userId: string, kept: number): Promise<string[]> {
  const ids = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1000)
    .execute()
  const ended = ids.map(({ id }) => id)
  if (ended.length > 0) await db.deleteFrom('sessions').where('id', 'in', ended).execute()
  return ended
}

/** The session with the rights that its account has now. */
export async function findSession(db: Db, key: { tokenHash: string } | { sessionId: string }) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id as sessionId',
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
  return 'tokenHash' in key
    ? query.where('sessions.tokenHash', '=', key.tokenHash).executeTakeFirst()
    : query.where('sessions.id', '=', key.sessionId).executeTakeFirst()
}

export async function touchSession(db: Db, id: string, usedAt: Date, idleEndsAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: usedAt.toISOString(), idleEndsAt: idleEndsAt.toISOString() })
    .where('id', '=', id)
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
}

/** Keeps a link; older ones of the same purpose and account are good for nothing from now on. */
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

/** Uses a link up: of any number of callers at the same moment exactly one gets the row. */
export async function useLink(db: Db, tokenHash: string, purpose: LinkPurpose, now: Date) {
  return db
    .updateTable('linkTokens')
    .set({ usedAt: now.toISOString() })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now.toISOString())]))
    .returning(['userId', 'email'])
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

export async function knowsAddress(
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

export async function keepKnownAddress(
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
