import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export interface Pair {
  userId: string
  blockedId: string
}

/** Stores a block; an existing one stays as it is. */
export async function insertBlock(db: Db, row: Pair & { createdAt: string }): Promise<void> {
  await db
    .insertInto('blocks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'blockedId']).doNothing())
    .execute()
}

/** False when there was no such block. */
export async function deleteBlock(db: Db, { userId, blockedId }: Pair): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('userId', '=', userId)
    .where('blockedId', '=', blockedId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Members that this one has blocked, the last one first. */
export async function blockedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('blockedId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('blockedId')
    .execute()
  return rows.map(({ blockedId }) => blockedId)
}

/** All blocks, or those between two members. */
export async function allBlocks(db: Db, between?: readonly [string, string]): Promise<Pair[]> {
  return db
    .selectFrom('blocks')
    .select(['userId', 'blockedId'])
    .$if(between !== undefined, (query) =>
      query.where('userId', 'in', [...(between ?? [])]).where('blockedId', 'in', [...(between ?? [])]),
    )
    .execute()
}

/** Whether one of both has blocked the other. */
export async function areBlocked(db: Db, one: string, other: string): Promise<boolean> {
  return (await allBlocks(db, [one, other])).length > 0
}

/** Those of `ids` who do not see the member `userId`, or whom that member does not see. */
export async function hiddenAmong(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('blocks')
    .select(['userId', 'blockedId'])
    .where((eb) =>
      eb.or([
        eb('userId', '=', userId).and('blockedId', 'in', ids),
        eb('blockedId', '=', userId).and('userId', 'in', ids),
      ]),
    )
    .execute()
  return rows.map((row) => (row.userId === userId ? row.blockedId : row.userId))
}
