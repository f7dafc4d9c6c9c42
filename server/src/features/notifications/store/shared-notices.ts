import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Selectable } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { LATEST, type Position } from './notices.ts'

export type SharedRow = Selectable<Schema['sharedNotices']>

/** The group key of the read mark that holds for all groups. */
const ALL = ''
/** Maximum number of albums or videos that are read of one group. */
const ITEMS_MAX = 100

/** @returns the rows that were not stored before */
export async function saveShared(db: Executor, rows: readonly SharedRow[]): Promise<SharedRow[]> {
  return db
    .insertInto('sharedNotices')
    .values([...rows])
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .returningAll()
    .execute()
}

/** Shared notices of one group, as one member sees it. */
export interface SharedGroup {
  groupKey: string
  kind: NoticeKind
  at: string
}

/** The times that decide which shared notices a member gets, and which of them are read. */
export interface SharedReader {
  /** The time at which the account was created. The member gets later notices only. */
  from: string
  /** When the member has marked all as read; the empty text, which is before all times, for never. */
  allReadAt: string
}

interface Wanted extends SharedReader {
  userId: string
  kinds: readonly NoticeKind[]
  isUnreadOnly: boolean
  since?: string | undefined
  before?: Position | undefined
  ids?: readonly string[] | undefined
  limit: number
}

interface GroupsWanted extends Pick<Wanted, 'userId' | 'kinds' | 'from' | 'limit'> {
  ids: readonly string[]
  since: string
  beforeAt: string
  beforeId: string
}

/** The statement that selects groups: all or some of them, whether read or not or only the unread ones. */
const selectGroups = ({ areSome, isUnreadOnly }: { areSome: boolean; isUnreadOnly: boolean }) =>
  prepared<GroupsWanted, SharedGroup & { readAt: string | null }>((db, slot) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('sharedNotices')
          .select((item) => ['groupKey', 'kind', item.fn.max('at').as('at')])
          .where('at', '>', slot('from'))
          .where(isOneOf(db, 'kind', slot('kinds')))
          .where((or) => or.or([or('actorId', 'is', null), or('actorId', '<>', slot('userId'))]))
          .$if(areSome, (query) => query.where(isOneOf(db, 'groupKey', slot('ids'))))
          .groupBy(['groupKey', 'kind'])
          .as('groups'),
      )
      .leftJoin('sharedNoticeReads as read', (join) =>
        join.onRef('read.groupKey', '=', 'groups.groupKey').on('read.userId', '=', slot('userId')),
      )
      .select(['groups.groupKey', 'groups.kind', 'groups.at', 'read.readAt'])
      .$if(isUnreadOnly, (query) =>
        query.where((eb) =>
          eb.or([eb('read.readAt', 'is', null), eb('read.readAt', '<', eb.ref('groups.at'))]),
        ),
      )
      .where('groups.at', '>', slot('since'))
      .where((eb) =>
        eb(eb.refTuple('groups.at', 'groups.groupKey'), '<', eb.tuple(slot('beforeAt'), slot('beforeId'))),
      )
      .orderBy('groups.at', 'desc')
      .orderBy('groups.groupKey', 'desc')
      .limit(slot('limit')),
  )
const selectGroupsOf = {
  all: selectGroups({ areSome: false, isUnreadOnly: false }),
  unread: selectGroups({ areSome: false, isUnreadOnly: true }),
  some: selectGroups({ areSome: true, isUnreadOnly: false }),
  someUnread: selectGroups({ areSome: true, isUnreadOnly: true }),
}

/** The groups of a member, sorted by their newest events. Events that the member has caused are left out. */
export async function listGroups(
  db: Executor,
  { userId, kinds, limit, from, allReadAt, since = '', before = LATEST, ids, isUnreadOnly }: Wanted,
): Promise<(SharedGroup & { isUnread: boolean })[]> {
  const of = ids === undefined ? (['all', 'unread'] as const) : (['some', 'someUnread'] as const)
  const select = selectGroupsOf[of[isUnreadOnly ? 1 : 0]]
  const rows = await select(db, {
    userId,
    kinds,
    limit,
    since,
    ids: ids ?? [],
    beforeAt: before.at,
    beforeId: before.id,
    // A group is unread when its newest event is from after the time at which all were read.
    from: isUnreadOnly && allReadAt > from ? allReadAt : from,
  })
  return rows.map(({ groupKey, kind, at, readAt }) => {
    const isUnread = allReadAt < at && (readAt === null || readAt < at)
    return { groupKey, kind, at, isUnread }
  })
}

type Item = Pick<SharedRow, 'groupKey' | 'subjectId' | 'detail'>

const selectItems = prepared<{ userId: string; from: string; groupKeys: readonly string[] }, Item>(
  (db, slot) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('sharedNotices')
          .select(['groupKey', 'subjectId', 'detail', 'at', 'id'])
          .select((row) =>
            row.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('groupKey').orderBy('at', 'desc').orderBy('id', 'desc'))
              .as('rank'),
          )
          .where(isOneOf(db, 'groupKey', slot('groupKeys')))
          .where('at', '>', slot('from'))
          .where((or) => or.or([or('actorId', 'is', null), or('actorId', '<>', slot('userId'))]))
          .as('ranked'),
      )
      .select(['groupKey', 'subjectId', 'detail'])
      .where('rank', '<=', ITEMS_MAX)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
)

/** The events of these groups, newest first, without those of the member; of each group at most `ITEMS_MAX`. */
export async function itemsOf(
  db: Executor,
  wanted: { userId: string; from: string; groupKeys: readonly string[] },
): Promise<Item[]> {
  return wanted.groupKeys.length === 0 ? [] : selectItems(db, wanted)
}

/** What shared notices of a kind were about since a time, newest first, without those of the member. */
export async function sharedSubjects(
  db: Executor,
  { userId, kind, since }: { userId: string; kind: NoticeKind; since: string },
  limit: number,
): Promise<string[]> {
  const { from } = await sharedReader(db, userId)
  const rows = await db
    .selectFrom('sharedNotices')
    .select('subjectId')
    .where('kind', '=', kind)
    .where('at', '>', since > from ? since : from)
    .where((or) => or.or([or('actorId', 'is', null), or('actorId', '<>', userId)]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ subjectId }) => subjectId)
}

export async function groupExists(db: Executor, groupKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('sharedNotices')
    .select('id')
    .where('groupKey', '=', groupKey)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setGroupRead(
  db: Executor,
  row: { userId: string; groupKey: string; readAt: string },
): Promise<void> {
  await db
    .insertInto('sharedNoticeReads')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'groupKey']).doUpdateSet({ readAt: row.readAt }))
    .execute()
}

/** Marks all groups as read; the marks of single groups are no longer needed. */
export async function setAllGroupsRead(db: Executor, userId: string, readAt: string): Promise<void> {
  await db.deleteFrom('sharedNoticeReads').where('userId', '=', userId).execute()
  await setGroupRead(db, { userId, groupKey: ALL, readAt })
}

/** Removes what happened before this time, and the marks of groups that are gone. */
export async function deleteSharedBefore(db: Executor, at: string): Promise<void> {
  await db.deleteFrom('sharedNotices').where('at', '<', at).execute()
  await db.deleteFrom('sharedNoticeReads').where('readAt', '<', at).where('groupKey', '<>', ALL).execute()
}

const selectReader = prepared<{ userId: string }, { from: string; allReadAt: string | null }>((db, slot) =>
  db
    .selectFrom('users')
    .leftJoin('sharedNoticeReads as read', (join) =>
      join.onRef('read.userId', '=', 'users.id').on('read.groupKey', '=', ALL),
    )
    .select(['users.createdAt as from', 'read.readAt as allReadAt'])
    .where('users.id', '=', slot('userId')),
)

/** Members are informed of what happened after their account was made. */
export async function sharedReader(db: Executor, userId: string): Promise<SharedReader> {
  const [row] = await selectReader(db, { userId })
  return { from: row?.from ?? '', allReadAt: row?.allReadAt ?? '' }
}

/** Whether the account exists; it may have been deleted after its upload. */
export async function isAccount(db: Executor, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
