import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Executor } from '#database/prepared.ts'
import { hiddenAmong } from '#features/blocks/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#services.ts'
import { isChosen, isMuted, settingsOf } from './settings.ts'
import { type NoticeRow, saveNotices } from './store/notices.ts'
import { saveShared } from './store/shared-notices.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now' | 'log'>

/** Something that certain members are informed about. */
export interface NewNotice {
  kind: NoticeKind
  userIds: readonly string[]
  /**
   * What one notice stands for, such as `reaction:<message>`. An event with the key of an earlier one replaces it and is
   * unread again if its time is later; the same event again changes nothing.
   */
  groupKey: string
  /** The member who did it, who gets no notice of it. */
  actorId: string | null
  subjectId: string | null
  detail?: string | null
  /** When it happened; two deliveries of one event have the same time. */
  at: Date
}

/**
 * Stores a notice for members and emits `noticesStored`, at which the inbox of their devices and push messages follow.
 * Members who want it on no channel get none, and so do those of whom one has blocked the other.
 *
 * Call it in the handler of a domain event, in the process that has emitted it; or in a transaction with `trx`, and then
 * call the returned function after the commit.
 * @returns a function that emits the event
 */
export async function notify(needs: Needs, notice: NewNotice, trx: Executor = needs.db): Promise<() => void> {
  const { events, now } = needs
  const rows = await rowsOf(trx, notice, now())
  const stored = rows.length === 0 ? [] : await insertKnown(trx, rows)
  return () => {
    for (const [noticeId, changed] of Map.groupBy(stored, ({ id }) => id))
      events.emit('noticesStored', {
        noticeId,
        kind: notice.kind,
        userIds: changed.map(({ userId }) => userId),
      })
  }
}

async function rowsOf(
  db: Executor,
  { kind, userIds, groupKey, actorId, subjectId, detail = null, at }: NewNotice,
  now: Date,
): Promise<NoticeRow[]> {
  const others = [...new Set(userIds)].filter((id) => id !== actorId)
  if (others.length === 0) return []
  const hidden = new Set(actorId === null ? [] : await hiddenAmong(db, actorId, others))
  const settings = await settingsOf(
    db,
    others.filter((id) => !hidden.has(id)),
  )
  const time = at.toISOString()
  return [...settings].flatMap(([userId, each]) => {
    if (!(['here', 'push', 'mail'] as const).some((channel) => isChosen(each, kind, channel))) return []
    const readAt = isMuted(each, kind, now) ? time : null
    return [{ id: newId(), userId, kind, groupKey, actorId, subjectId, detail, at: time, readAt }]
  })
}

/** Stores rows of members; those whose account was deleted meanwhile are left out. */
async function insertKnown(
  db: Executor,
  rows: readonly NoticeRow[],
): Promise<Pick<NoticeRow, 'id' | 'userId'>[]> {
  const ids = rows.flatMap(({ userId, actorId }) => (actorId === null ? [userId] : [userId, actorId]))
  const known = new Set(
    (await db.selectFrom('users').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
  )
  const kept = rows.filter(
    ({ userId, actorId }) => known.has(userId) && (actorId === null || known.has(actorId)),
  )
  return kept.length === 0 ? [] : saveNotices(db, kept)
}

/** Something that all members with archive access are informed about. */
export interface NewSharedNotice {
  kind: NoticeKind
  groupKey: string
  /** The event; it is stored once, whichever process stores it first. */
  eventKey: string
  actorId: string | null
  subjectId: string
  detail?: string | null
  at: Date
}

/**
 * Stores notices for all members with one row each, whatever their number: who sees them, is decided when they are read.
 * @returns a function that emits `noticesStored` for each group with something new; call it after the commit
 */
export async function notifyAll(
  { db, events }: Needs,
  notices: readonly NewSharedNotice[],
  trx: Executor = db,
): Promise<() => void> {
  if (notices.length === 0) return () => undefined
  const rows = notices.map(({ at, detail = null, ...notice }) => ({
    ...notice,
    id: newId(),
    detail,
    at: at.toISOString(),
  }))
  const stored = await saveShared(trx, rows)
  return () => {
    for (const [noticeId, [first]] of Map.groupBy(stored, ({ groupKey }) => groupKey))
      if (first !== undefined) events.emit('noticesStored', { noticeId, kind: first.kind, userIds: null })
  }
}
