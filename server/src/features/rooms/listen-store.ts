import type { Selectable } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type ListenRequest = Selectable<Schema['listenRequests']>

interface Pair {
  userId: string
  targetId: string
}

/** The question of a member to another one that is still open. */
export async function openRequest(
  db: Executor,
  { userId, targetId }: Pair,
  now: number,
): Promise<ListenRequest | undefined> {
  return db
    .selectFrom('listenRequests')
    .selectAll()
    .where('userId', '=', userId)
    .where('targetId', '=', targetId)
    .where('until', '>', now)
    .executeTakeFirst()
}

/** Number of open questions to a member. */
export async function countRequestsTo(db: Executor, targetId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('listenRequests')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('targetId', '=', targetId)
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Stores a question, unless one between the same members is open.
 * @returns whether it was stored
 */
export async function insertRequest(db: Executor, row: ListenRequest, now: number): Promise<boolean> {
  const { id, until } = row
  const stored = await db
    .insertInto('listenRequests')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'targetId'])
        .doUpdateSet({ id, until })
        .where('listenRequests.until', '<=', now),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id === id
}

/**
 * Deletes a question and returns it, to one of two callers at most. With `userId` only one of this member, with
 * `targetId` only one to this member.
 */
export async function takeRequest(
  db: Executor,
  { id, userId, targetId }: { id: string; userId?: string; targetId?: string },
): Promise<ListenRequest | undefined> {
  return db
    .deleteFrom('listenRequests')
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(targetId !== undefined, (query) => query.where('targetId', '=', targetId ?? ''))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteOldRequests(db: Executor, before: number): Promise<void> {
  await db.deleteFrom('listenRequests').where('until', '<', before).execute()
}
