import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import { NOTICES_KEPT } from '@tonarchiv/contract/notifications'
import { type Selectable, sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type NoticeRow = Selectable<Schema['notifications']>

/**
 * Stores notices. A notice of a group that has a row updates it, if it happened later: the group is unread again. The same
 * event again changes nothing.
 * @returns the rows that were stored or changed
 */
export async function saveNotices(
  db: Executor,
  rows: readonly NoticeRow[],
): Promise<Pick<NoticeRow, 'id' | 'userId'>[]> {
  return db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'groupKey'])
        .doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          actorId: eb.ref('excluded.actorId'),
          subjectId: eb.ref('excluded.subjectId'),
          detail: eb.ref('excluded.detail'),
          at: eb.ref('excluded.at'),
          readAt: eb.ref('excluded.readAt'),
        }))
        .whereRef('notifications.at', '<', sql.ref('excluded.at')),
    )
    .returning(['id', 'userId'])
    .execute()
}

/** Where a list of notices continues: behind the one with this time and id. */
export interface Position {
  at: string
  id: string
}

interface Wanted {
  userId: string
  kinds: readonly NoticeKind[]
  isUnreadOnly: boolean
  before?: Position | undefined
  since?: string | undefined
  ids?: readonly string[] | undefined
  limit: number
}

/** Notices of a member, newest first. */
export async function listOwn(
  db: Executor,
  { userId, kinds, isUnreadOnly, before, since, ids, limit }: Wanted,
): Promise<NoticeRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', 'in', [...kinds])
    .$if(isUnreadOnly, (query) => query.where('readAt', 'is', null))
    .$if(since !== undefined, (query) => query.where('at', '>', since ?? ''))
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before?.at ?? '', before?.id ?? ''))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns whether the member has such a notice */
export async function setRead(db: Executor, userId: string, id: string, readAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set((eb) => ({ readAt: eb.fn.coalesce('readAt', eb.val(readAt)) }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setAllRead(db: Executor, userId: string, readAt: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .execute()
}

/** Removes the notices from before this time. */
export async function deleteBefore(db: Executor, at: string): Promise<void> {
  await db.deleteFrom('notifications').where('at', '<', at).execute()
}

/** The members who have more notices than a member keeps. */
export async function membersWithTooMany(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('userId')
    .groupBy('userId')
    .having((eb) => eb.fn.countAll(), '>', NOTICES_KEPT)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Removes the oldest notices of a member beyond those that a member keeps. */
export async function deleteSurplus(db: Executor, userId: string): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(NOTICES_KEPT),
    )
    .execute()
}
