import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Executor } from '#database/prepared.ts'
import { hiddenAmong } from '#features/blocks/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#services.ts'
import { isChosen, isMuted, settingsOf } from '../settings/settings.ts'
import { type NoticeRow, saveNotices } from '../store/notices.ts'
import { saveShared } from '../store/shared-notices.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now' | 'log'>

/** Something that certain members are informed about. */
export interface NewNotice {
  kind: NoticeKind
  userIds: readonly string[]
  /**
   * Identifies what a notice is about, such as `reaction:<message>`. A later event with the same key replaces the
   * earlier notice, which is then unread again. The same event again changes nothing.
   */
  groupKey: string
  /** The member who caused the event and therefore gets no notice. */
  actorId: string | null
  subjectId: string | null
  detail?: string | null
  /** Members who get the notice as read, because they have muted the conversation that it comes from. */
  mutedIds?: readonly string[]
  /** The time of the event; two deliveries of one event have the same time. */
  at: Date
}

/**
 * Stores a notice for members. Members who want it on no channel get none, and neither do members with a block between
 * them and the actor.
 *
 * Call it in the handler of a domain event, in the process that has emitted the event; or in a transaction with `trx`,
 * and then call the returned function after the commit.
 * @returns a function that emits `noticesStored`, which updates the inbox on devices and sends push messages
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
  { kind, userIds, groupKey, actorId, subjectId, detail = null, mutedIds = [], at }: NewNotice,
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
    const readAt = isMuted(each, kind, now) || mutedIds.includes(userId) ? time : null
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
  /** Identifies the event, so that it is stored once, whichever process stores it first. */
  eventKey: string
  actorId: string | null
  subjectId: string
  detail?: string | null
  at: Date
}

/**
 * Stores notices for all members with one row for each notice. Who may see a notice is decided when it is read.
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
