import type { Insertable, Kysely, Selectable } from 'kysely'
import { PASSKEYS_MAX } from '@tonarchiv/contract/factors'
import type { Schema } from '#database/schema.ts'
import { hashToken } from '../credentials/tokens.ts'

type Db = Kysely<Schema>
export type PasskeyRow = Selectable<Schema['passkeys']>
export type ChallengePurpose = Schema['passkeyChallenges']['purpose']

/** Time during which the error for a login with a removed passkey contains the date of its removal. */
const REMOVED_TTL_MS = 400 * 24 * 60 * 60 * 1000

/** Newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PASSKEYS_MAX)
    .execute()
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

export async function insertPasskey(db: Db, row: Insertable<Schema['passkeys']>): Promise<void> {
  await db.insertInto('passkeys').values(row).execute()
}

/**
 * Stores that a passkey was used, if its counter is still the one with which it was verified. False when another call
 * has used or removed it.
 */
export async function stampPasskey(
  db: Db,
  passkey: Pick<PasskeyRow, 'id' | 'counter'>,
  { counter, at, isSynced }: { counter: number; at: Date; isSynced: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: at.toISOString(), isSynced: isSynced ? 1 : 0 })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setPasskeySession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable('passkeys').set({ sessionId }).where('id', '=', id).execute()
}

/** False when the account has no passkey with this id. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Removes all passkeys of an account, or the one with this id.
 * @returns ids and names of the removed passkeys
 */
export async function deletePasskeys(db: Db, userId: string, at: Date, id?: string) {
  const removed = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['id', 'name', 'credentialId'])
    .execute()
  if (removed.length > 0)
    await db
      .insertInto('removedPasskeys')
      .values(
        removed.map(({ credentialId }) => ({
          credentialHash: hashToken(credentialId),
          userId,
          removedAt: at.toISOString(),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('credentialHash').doUpdateSet({ removedAt: at.toISOString() }),
      )
      .execute()
  return removed
}

/** When a passkey was removed; undefined when it is unknown. */
export async function findRemovalOf(db: Db, credentialId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('removedPasskeys')
    .select('removedAt')
    .where('credentialHash', '=', hashToken(credentialId))
    .executeTakeFirst()
  return row?.removedAt
}

export async function insertChallenge(db: Db, row: Insertable<Schema['passkeyChallenges']>): Promise<void> {
  await db.insertInto('passkeyChallenges').values(row).execute()
}

/** Deletes a challenge and returns it. Of several concurrent callers only one gets it. */
export async function consumeChallenge(
  db: Db,
  {
    attempt,
    purpose,
    sessionId,
    now,
  }: { attempt: string; purpose: ChallengePurpose; sessionId: string | null; now: Date },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('attemptHash', '=', hashToken(attempt))
    .where('purpose', '=', purpose)
    .where('sessionId', sessionId === null ? 'is' : '=', sessionId)
    .where('endsAt', '>', now.toISOString())
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('endsAt', '<=', now.toISOString()).execute()
  const longAgo = new Date(now.getTime() - REMOVED_TTL_MS).toISOString()
  await db.deleteFrom('removedPasskeys').where('removedAt', '<=', longAgo).execute()
}
