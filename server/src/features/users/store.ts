import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import type { Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import type { UserRow } from './users.ts'

type Db = Kysely<Schema>

interface NewUser {
  id: string
  email: string
  username: string
  passwordHash: string
  isAdmin: boolean
  emailVerified: boolean
  createdAt: Date
}

export async function insertUser(
  db: Db,
  { id, email, username, passwordHash, isAdmin, emailVerified, createdAt }: NewUser,
): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      id,
      email,
      username,
      usernameSkeleton: nameSkeleton(username),
      passwordHash,
      isAdmin: isAdmin ? 1 : 0,
      emailVerified: emailVerified ? 1 : 0,
      createdAt: createdAt.toISOString(),
      displayName: null,
      avatarName: null,
      usernameChangedAt: null,
      firstVerifiedAt: emailVerified ? createdAt.toISOString() : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds an account by its email address, which must be in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Finds an account by its username, which must be in lower case. */
export async function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
}

/** Locks the row of an account until the end of the transaction. Concurrent transactions that lock it wait. */
export async function lockUser(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ username: eb.ref('username') }))
    .where('id', '=', id)
    .execute()
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether an account has this username, which must be in lower case. */
export async function usernameExists(db: Db, username: string): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()) !==
    undefined
  )
}

/**
 * Reserves a username. False when it is already reserved. A concurrent reservation of the same name waits until this
 * transaction has ended.
 */
export async function reserveUsername(db: Db, username: string, now: Date, endsAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('usernameReservations')
    .values({ username, endsAt: endsAt.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('username')
        .doUpdateSet({ endsAt: endsAt.toISOString() })
        .where('usernameReservations.endsAt', '<=', now.toISOString()),
    )
    .returning('username')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseUsername(db: Db, username: string): Promise<void> {
  await db.deleteFrom('usernameReservations').where('username', '=', username).execute()
}

export async function deleteEndedReservations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('usernameReservations').where('endsAt', '<=', now.toISOString()).execute()
}

export async function adminExists(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('isAdmin', '=', 1).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** Deletes the account with this email address if none of its addresses was ever verified. */
export async function deleteNeverVerified(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('users')
    .where('email', '=', email)
    .where('emailVerified', '=', 0)
    .where('firstVerifiedAt', 'is', null)
    .execute()
}

/**
 * Deletes accounts that were created before this time and of which no address was ever verified, up to a
 * limit.
 */
export async function deleteNeverVerifiedSince(db: Db, createdBefore: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('firstVerifiedAt', 'is', null)
        .where('createdAt', '<=', createdBefore.toISOString())
        .orderBy('createdAt')
        .limit(limit),
    )
    // Repeats the condition, because the address may have been verified since the account was found.
    .where('firstVerifiedAt', 'is', null)
    .where('emailVerified', '=', 0)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function markEmailVerified(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      emailVerified: 1,
      firstVerifiedAt: eb.fn.coalesce('firstVerifiedAt', eb.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .execute()
}

/** Only the feature access-grants may call this, so that these columns always agree with the grants of the account. */
export async function setAccess(
  db: Db,
  id: string,
  access: Pick<UserRow, 'keyVerified' | 'hasLimitedAccess' | 'hasLimitedScope'>,
): Promise<void> {
  await db.updateTable('users').set(access).where('id', '=', id).execute()
}

export async function setAdmin(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ isAdmin: 1 }).where('id', '=', id).execute()
}

/** Sets the email address of an account. @throws a unique violation when another account has this address */
export async function setEmail(db: Db, id: string, email: string, verified: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, emailVerified: verified ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/**
 * The number of admins besides this account. Concurrent transactions with this query wait until this transaction has
 * ended.
 */
export async function countOtherAdmins(db: Db, id: string): Promise<number> {
  await db.updateTable('users').set({ isAdmin: 1 }).where('isAdmin', '=', 1).execute()
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('isAdmin', '=', 1)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores who brought a member into the archive. Changes nothing if an inviter is already stored, for an admin, and if
 * the account of the inviter does not exist any more. On PostgreSQL (`kind`) the row of the inviter is locked, so that
 * it is not deleted before the end of the transaction.
 */
export async function setInviter(
  trx: Db,
  kind: Database['kind'],
  { userId, invitedBy }: { userId: string; invitedBy: string },
): Promise<void> {
  if (userId === invitedBy) return
  const inviter = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', invitedBy)
    .$if(kind === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  if (inviter === undefined) return
  await trx
    .updateTable('users')
    .set({ invitedBy })
    .where('id', '=', userId)
    .where('isAdmin', '=', 0)
    .where('invitedBy', 'is', null)
    .execute()
}

/**
 * Deletes an account with all rows that reference it. Its own inviter becomes the inviter of the members whom it has
 * invited. A revocation is recorded, so that the account is deleted again when an older backup is restored.
 */
export async function deleteUser(db: Db, id: string, now: Date): Promise<void> {
  await recordRevocation(db, now, { kind: 'account', target: id })
  await db
    .updateTable('users')
    .set((eb) => ({
      invitedBy: eb.selectFrom('users as own').select('own.invitedBy').where('own.id', '=', id),
    }))
    .where('invitedBy', '=', id)
    .execute()
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/**
 * Locks an account until the transaction ends, so that changes of its name run one after the other. SQLite has a single
 * writer and needs no lock.
 * @returns the current display name
 */
export async function lockDisplayName(db: Db, kind: Database['kind'], id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', id)
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row?.displayName ?? null
}

/** Changes the given fields; `undefined` leaves a field unchanged. */
export async function updateProfile(
  db: Db,
  id: string,
  change: {
    displayName?: string | undefined
    bio?: string | undefined
    customStatus?: string | undefined
    showListening?: boolean | undefined
    letsFriendsListen?: boolean | undefined
    showReadMarks?: boolean | undefined
    showMomentDots?: boolean | undefined
    avatarName?: string | null | undefined
  },
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
  if (Object.keys(given).length > 0) await db.updateTable('users').set(given).where('id', '=', id).execute()
}

/** Whether an account uses this image. */
export async function avatarExists(db: Db, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('avatarName', '=', name).executeTakeFirst()) !==
    undefined
  )
}

/**
 * Changes the username if the last change is long enough ago. False when it is not.
 * @throws a unique violation when the name is taken
 */
export async function renameUser(
  db: Db,
  id: string,
  username: string,
  now: Date,
  notSince: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ username, usernameSkeleton: nameSkeleton(username), usernameChangedAt: now.toISOString() })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('usernameChangedAt', 'is', null), eb('usernameChangedAt', '<=', notSince.toISOString())]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
