import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Whether a key counts for the quota of its author: it was accepted, or still can be. */
function counts(eb: ExpressionBuilder<Schema, 'accessKeys'>, now: Date): Expression<SqlBool> {
  return eb.or([eb('accessKeys.uses', '>', 0), isOpen(eb, now)])
}

function isOpen(eb: ExpressionBuilder<Schema, 'accessKeys'>, now: Date): Expression<SqlBool> {
  return eb.and([
    eb('accessKeys.uses', '=', 0),
    eb('accessKeys.withdrawnAt', 'is', null),
    eb('accessKeys.expiresAt', '>', now.toISOString()),
  ])
}

/** Number of invitations of a member that are open or were accepted. */
export async function countGiven(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('accessKeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('madeBy', '=', userId)
    .where('isInvitation', '=', 1)
    .where((eb) => counts(eb, now))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of `countGiven` for each member up to `lastId`. Members who have invited no one are omitted. */
export async function countGivenBy(db: Db, now: Date, lastId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('accessKeys')
    .select(['madeBy', (eb) => eb.fn.countAll<number>().as('count')])
    .where('madeBy', '<=', lastId)
    .where('isInvitation', '=', 1)
    .where((eb) => counts(eb, now))
    .groupBy('madeBy')
    .execute()
  return new Map(rows.flatMap(({ madeBy, count }) => (madeBy === null ? [] : [[madeBy, count] as const])))
}

/** Invitations of a member without those that were withdrawn before they were accepted. */
function invitationsOf(db: Db, userId: string) {
  return db
    .selectFrom('accessKeys')
    .where('madeBy', '=', userId)
    .where('isInvitation', '=', 1)
    .where((eb) => eb.or([eb('accessKeys.uses', '>', 0), eb('accessKeys.withdrawnAt', 'is', null)]))
}

/** The invitations of a member with the one who accepted, newest first. */
export async function listInvitations(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return invitationsOf(db, userId)
    .leftJoin('accessKeyUses', 'accessKeyUses.accessKeyId', 'accessKeys.id')
    .leftJoin('users as guest', 'guest.id', 'accessKeyUses.userId')
    .selectAll('accessKeys')
    .select([
      'accessKeyUses.usedAt as acceptedAt',
      'guest.id as guestId',
      'guest.username as guestUsername',
      'guest.displayName as guestDisplayName',
      'guest.avatarName as guestAvatarName',
    ])
    .orderBy('accessKeys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

export async function countInvitations(db: Db, userId: string): Promise<number> {
  const { count } = await invitationsOf(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** An invitation of this member, locked until the end of the transaction. */
export async function lockInvitation(
  trx: Db,
  kind: Database['kind'],
  { id, userId }: { id: string; userId: string },
) {
  return trx
    .selectFrom('accessKeys')
    .select(['id', 'uses', 'expiresAt', 'withdrawnAt'])
    .where('id', '=', id)
    .where('madeBy', '=', userId)
    .where('isInvitation', '=', 1)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Open invitations of all members or of one, newest first. */
export async function openInvitations(
  db: Db,
  now: Date,
  { userId, limit }: { userId?: string; limit: number },
) {
  return db
    .selectFrom('accessKeys')
    .select(['id', 'keyValue', 'words', 'madeBy', 'expiresAt'])
    .where('isInvitation', '=', 1)
    .where('madeBy', 'is not', null)
    .where((eb) => isOpen(eb, now))
    .$if(userId !== undefined, (query) => query.where('madeBy', '=', userId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function isBarred(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('barredInviters')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when nothing has changed */
export async function setBarred(trx: Db, userId: string, barred: boolean, now: Date): Promise<boolean> {
  if (!barred) {
    const { numDeletedRows } = await trx
      .deleteFrom('barredInviters')
      .where('userId', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const row = await trx
    .insertInto('barredInviters')
    .values({ userId, barredAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}
