import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Selectable } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import type { Position } from './notices.ts'

export type SharedRow = Selectable<Schema['sharedNotices']>

/** The group of reads that stands for all groups. */
const ALL = ''
/** Albums or videos that are read of one group. */
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

interface Wanted {
  userId: string
  /** The time from which on the member is informed: that of the account. */
  from: string
  kinds: readonly NoticeKind[]
  since?: string | undefined
  before?: Position | undefined
  ids?: readonly string[] | undefined
  limit: number
}

/** The groups of a member, the one with the newest event first. What the member did is left out. */
export async function listGroups(
  db: Executor,
  { userId, from, kinds, since, before, ids, limit }: Wanted,
): Promise<(SharedGroup & { isUnread: boolean })[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('sharedNotices')
        .select((item) => ['groupKey', 'kind', item.fn.max('at').as('at')])
        .where('at', '>', from)
        .where('kind', 'in', [...kinds])
        .where((or) => or.or([or('actorId', 'is', null), or('actorId', '<>', userId)]))
        .$if(ids !== undefined, (query) => query.where('groupKey', 'in', [...(ids ?? [])]))
        .groupBy(['groupKey', 'kind'])
        .as('groups'),
    )
    .select((eb) => [
      'groups.groupKey',
      'groups.kind',
      'groups.at',
      eb
        .selectFrom('sharedNoticeReads')
        .select((read) => read.fn.max('readAt').as('readAt'))
        .where('userId', '=', userId)
        .where((read) =>
          read.or([read('groupKey', '=', ALL), read('groupKey', '=', read.ref('groups.groupKey'))]),
        )
        .as('readAt'),
    ])
    .$if(since !== undefined, (query) => query.where('groups.at', '>', since ?? ''))
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('groups.at', 'groups.groupKey'), '<', eb.tuple(before?.at ?? '', before?.id ?? '')),
      ),
    )
    .orderBy('groups.at', 'desc')
    .orderBy('groups.groupKey', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ groupKey, kind, at, readAt }) => {
    const isUnread = readAt === null || readAt < at
    return { groupKey, kind, at, isUnread }
  })
}

/** The events of these groups, newest first, without those of the member; of each group at most `ITEMS_MAX`. */
export async function itemsOf(
  db: Executor,
  { userId, from, groupKeys }: { userId: string; from: string; groupKeys: readonly string[] },
): Promise<Pick<SharedRow, 'groupKey' | 'subjectId' | 'detail'>[]> {
  if (groupKeys.length === 0) return []
  return db
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
        .where('groupKey', 'in', [...groupKeys])
        .where('at', '>', from)
        .where((or) => or.or([or('actorId', 'is', null), or('actorId', '<>', userId)]))
        .as('ranked'),
    )
    .select(['groupKey', 'subjectId', 'detail'])
    .where('rank', '<=', ITEMS_MAX)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** What shared notices of a kind were about since a time, newest first, without those of the member. */
export async function sharedSubjects(
  db: Executor,
  { userId, kind, since }: { userId: string; kind: NoticeKind; since: string },
  limit: number,
): Promise<string[]> {
  const from = await accountCreatedAt(db, userId)
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

/** When an account was made; members are informed of what happened later. */
export async function accountCreatedAt(db: Executor, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('createdAt').where('id', '=', userId).executeTakeFirst()
  return row?.createdAt ?? ''
}

/** Whether the account exists; it may have been deleted after its upload. */
export async function isAccount(db: Executor, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
