import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import {
  alreadyReported,
  ownMessage,
  type ReportedMessage,
  reportNotFound,
  type ReportReason,
} from '@tonarchiv/contract/chat-order'
import type { Person } from '@tonarchiv/contract/presence'
import { isUniqueViolation } from '#database/faults.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './reports-store.ts'

type Needs = Pick<Services, 'db' | 'now'>
/** Whether a message is in a conversation whose messages this member may report. */
export type IsReportable = (userId: string, messageId: string) => Promise<boolean>
type People = (id: string | null) => Person

interface Report {
  reason: ReportReason
  note: string
}

/** @throws Refused `messageNotFound`, `ownMessage`, `alreadyReported` */
export async function reportMessage(
  { db, now, isReportable }: Needs & { isReportable: IsReportable },
  reporterId: string,
  messageId: string,
  { reason, note }: Report,
): Promise<void> {
  const message = (await isReportable(reporterId, messageId))
    ? await store.reportableMessage(db, messageId)
    : undefined
  if (message === undefined) throw new Refused(messageNotFound)
  if (message.userId === reporterId) throw new Refused(ownMessage)
  try {
    await store.insertReport(db, {
      id: newId(),
      messageId,
      authorId: message.userId,
      reporterId,
      reason,
      note,
      content: message.content,
      mediaKind: message.mediaKind,
      sentAt: message.createdAt,
      createdAt: now().toISOString(),
      closedAt: null,
      closedBy: null,
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused(alreadyReported)
    throw error
  }
}

/** The reported messages of a page, and the numbers of all. */
export async function listReports(
  db: Services['db'],
  presence: Pick<Presence, 'members'>,
  { state, ...page }: { state: store.ReportState; limit: number; offset: number },
): Promise<{ messages: ReportedMessage[]; open: number; closed: number }> {
  const people = await peopleOf(presence)
  const ids = await store.reportedIds(db, state, page)
  const found = await Promise.all(ids.map(async (id) => readReported(db, people, id, state)))
  return {
    messages: found.filter((message) => message !== undefined),
    open: await store.countReported(db, 'open'),
    closed: await store.countReported(db, 'closed'),
  }
}

/** Undefined when the reports were removed in the meantime, because their reporters have deleted their accounts. */
async function readReported(
  db: Services['db'],
  people: People,
  id: string,
  state: store.ReportState,
): Promise<ReportedMessage | undefined> {
  const [reports, context] = await Promise.all([store.reportsOf(db, id, state), store.contextOf(db, id)])
  const [first] = reports
  if (first === undefined) return undefined
  const { authorId } = first
  const last = reports.toSorted((a, b) => ((a.closedAt ?? '') < (b.closedAt ?? '') ? -1 : 1)).at(-1)
  const earlier =
    authorId === null ? { count: 0, lastAt: null } : await store.countReportsOf(db, authorId, { except: id })
  return {
    id,
    author: people(authorId),
    content: first.content,
    mediaType: first.mediaKind,
    createdAt: first.sentAt,
    isDeleted: !context.some((message) => message.id === id),
    reports: reports.map(({ reporterId, reason, note, createdAt }) => ({
      by: people(reporterId),
      reason,
      note,
      createdAt,
    })),
    context: context.map(({ id: messageId, content, createdAt, userId, mediaKind }) => ({
      id: messageId,
      content,
      createdAt,
      author: people(userId),
      mediaType: mediaKind,
    })),
    earlier,
    closed:
      last === undefined || last.closedAt === null ? null : { by: people(last.closedBy), at: last.closedAt },
  }
}

/**
 * Closes the reports of a message. If another admin has closed them before, nothing changes.
 * @throws Refused `reportNotFound`
 */
export async function closeReports(
  { db, now }: Needs,
  presence: Pick<Presence, 'members'>,
  actor: Actor,
  messageId: string,
): Promise<{ closed: { by: Person; at: string }; isOwn: boolean }> {
  const time = now()
  const { count, last } = await db.transaction().execute(async (trx) => {
    const count = await store.closeReports(trx, messageId, actor.id, time.toISOString())
    const last = (await store.reportsOf(trx, messageId, 'closed')).reduce<store.ReportRow | undefined>(
      (latest, report) => ((report.closedAt ?? '') > (latest?.closedAt ?? '') ? report : latest),
      undefined,
    )
    if (count > 0)
      await recordAuditEvent(trx, actor, time, {
        action: 'chat.close-report',
        target: messageId,
        before: { author: last?.authorId ?? null },
      })
    return { count, last }
  })
  if (last === undefined || last.closedAt === null) throw new Refused(reportNotFound)
  const people = await peopleOf(presence)
  return { closed: { by: people(last.closedBy), at: last.closedAt }, isOwn: count > 0 }
}

async function peopleOf(presence: Pick<Presence, 'members'>): Promise<People> {
  const members = await presence.members()
  return (id) => {
    const profile = id === null ? undefined : members.get(id)
    return profile === undefined ? deletedPerson(id ?? 'deleted') : personIn(profile)
  }
}
