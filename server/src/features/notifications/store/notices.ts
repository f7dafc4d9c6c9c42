import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import { NOTICES_KEPT } from '@tonarchiv/contract/notifications'
import { type Selectable, sql } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type NoticeRow = Selectable<Schema['notifications']>

/**
 * Stores notices. If the group of a notice already has a row, a later notice updates the row, which is then unread
 * again. The same event again changes nothing.
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

/** A position in a list of notices: the list continues after the notice with this time and id. */
export interface Position {
  at: string
  id: string
}

/** The position at which a list begins: all notices are older. */
export const LATEST: Position = { at: '9999-12-31T23:59:59.999Z', id: '' }

interface Wanted {
  userId: string
  kinds: readonly NoticeKind[]
  isUnreadOnly: boolean
  before?: Position | undefined
  since?: string | undefined
  ids?: readonly string[] | undefined
  limit: number
}

interface RowsWanted extends Pick<Wanted, 'userId' | 'kinds' | 'limit'> {
  ids: readonly string[]
  since: string
  beforeAt: string
  beforeId: string
}

const selectOwn = ({ areSome, isUnreadOnly }: { areSome: boolean; isUnreadOnly: boolean }) =>
  prepared<RowsWanted, NoticeRow>((db, slot) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', slot('userId'))
      .where(isOneOf(db, 'kind', slot('kinds')))
      .$if(isUnreadOnly, (query) => query.where('readAt', 'is', null))
      .$if(areSome, (query) => query.where(isOneOf(db, 'id', slot('ids'))))
      .where('at', '>', slot('since'))
      .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(slot('beforeAt'), slot('beforeId'))))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(slot('limit')),
  )
const selectOwnOf = {
  all: selectOwn({ areSome: false, isUnreadOnly: false }),
  unread: selectOwn({ areSome: false, isUnreadOnly: true }),
  some: selectOwn({ areSome: true, isUnreadOnly: false }),
  someUnread: selectOwn({ areSome: true, isUnreadOnly: true }),
}

/** Notices of a member, newest first. */
export async function listOwn(
  db: Executor,
  { userId, kinds, isUnreadOnly, before = LATEST, since = '', ids, limit }: Wanted,
): Promise<NoticeRow[]> {
  const of = ids === undefined ? (['all', 'unread'] as const) : (['some', 'someUnread'] as const)
  const select = selectOwnOf[of[isUnreadOnly ? 1 : 0]]
  const position = { beforeAt: before.at, beforeId: before.id }
  return select(db, { userId, kinds, limit, since, ids: ids ?? [], ...position })
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
