import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type RequestRow = Selectable<Schema['friendRequests']>

/** The two ids in sorted order: the key of a pair of members. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`
}

/** Ids of a member's friends, in any order. */
export async function friendIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('friendships').select('friendId').where('userId', '=', userId).execute()
  return rows.map(({ friendId }) => friendId)
}

/** Requests sent and received by a member, newest first. */
export async function requestsOf(db: Db, userId: string): Promise<RequestRow[]> {
  return db
    .selectFrom('friendRequests')
    .selectAll()
    .where((eb) => eb.or([eb('fromId', '=', userId), eb('toId', '=', userId)]))
    .orderBy('id', 'desc')
    .limit(2000)
    .execute()
}

/**
 * Locks both members against concurrent changes until the transaction ends. False when one of them does not exist.
 * SQLite has a single writer and needs no lock.
 */
export async function lockPeople(
  db: Db,
  kind: Database['kind'],
  one: string,
  other: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [one, other])
    .where('emailVerified', '=', 1)
    // The order is always the same, so that two transactions never deadlock.
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  return rows.length === 2
}

export async function areFriends(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('friendships')
    .select('userId')
    .where('userId', '=', one)
    .where('friendId', '=', other)
    .executeTakeFirst()
  return row !== undefined
}

export async function requestBetween(db: Db, one: string, other: string): Promise<RequestRow | undefined> {
  return db.selectFrom('friendRequests').selectAll().where('pair', '=', pairOf(one, other)).executeTakeFirst()
}

/** Finds a request to this member; undefined when there is none. */
export async function findRequestTo(db: Db, toId: string, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('friendRequests')
    .selectAll()
    .where('id', '=', id)
    .where('toId', '=', toId)
    .executeTakeFirst()
}

export async function countRequestsFrom(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('friendRequests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('fromId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countFriends(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('friendships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertRequest(db: Db, row: Omit<RequestRow, 'pair'>): Promise<RequestRow> {
  return db
    .insertInto('friendRequests')
    .values({ ...row, pair: pairOf(row.fromId, row.toId) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a request if it is from or to this member; undefined when there is no such request. */
export async function consumeRequest(
  db: Db,
  id: string,
  whose: { fromId: string } | { toId: string },
): Promise<RequestRow | undefined> {
  return db
    .deleteFrom('friendRequests')
    .where('id', '=', id)
    .$if('fromId' in whose, (query) => query.where('fromId', '=', 'fromId' in whose ? whose.fromId : ''))
    .$if('toId' in whose, (query) => query.where('toId', '=', 'toId' in whose ? whose.toId : ''))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteRequestBetween(db: Db, one: string, other: string): Promise<void> {
  await db.deleteFrom('friendRequests').where('pair', '=', pairOf(one, other)).execute()
}

/** How often and when a member has last rejected the requests of another one. */
export async function rejectionOf(
  db: Db,
  fromId: string,
  toId: string,
): Promise<{ count: number; rejectedAt: string } | undefined> {
  return db
    .selectFrom('friendRejections')
    .select(['count', 'rejectedAt'])
    .where('fromId', '=', fromId)
    .where('toId', '=', toId)
    .executeTakeFirst()
}

export async function countRejection(
  db: Db,
  { fromId, toId }: Pick<RequestRow, 'fromId' | 'toId'>,
  rejectedAt: string,
): Promise<void> {
  await db
    .insertInto('friendRejections')
    .values({ fromId, toId, count: 1, rejectedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['fromId', 'toId'])
        .doUpdateSet((eb) => ({ count: eb('friendRejections.count', '+', 1), rejectedAt })),
    )
    .execute()
}

/** Deletes the rejections between two members, in both directions. */
export async function forgetRejections(db: Db, one: string, other: string): Promise<void> {
  await db
    .deleteFrom('friendRejections')
    .where((eb) => eb.or([eb.and({ fromId: one, toId: other }), eb.and({ fromId: other, toId: one })]))
    .execute()
}

export async function insertFriendship(db: Db, one: string, other: string, at: string): Promise<void> {
  await db
    .insertInto('friendships')
    .values([
      { userId: one, friendId: other, createdAt: at },
      { userId: other, friendId: one, createdAt: at },
    ])
    .execute()
}

/** Deletes a friendship for both members. False when there was none. */
export async function deleteFriendship(db: Db, one: string, other: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('friendships')
    .where((eb) =>
      eb.or([eb.and({ userId: one, friendId: other }), eb.and({ userId: other, friendId: one })]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
