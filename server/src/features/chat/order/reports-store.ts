import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type ReportRow = Selectable<Schema['chatReports']>
export type ReportState = 'open' | 'closed'

/** Maximum number of admins who are notified of a new report. */
const ADMINS_MAX = 1000
/** Maximum number of reports that are read for one message. */
const REPORTS_OF_MESSAGE = 50

/** @throws a unique violation when the member has already reported the message */
export async function insertReport(trx: Db, row: ReportRow): Promise<void> {
  await trx.insertInto('chatReports').values(row).execute()
}

/** A message that a member wrote and that is not deleted. */
export async function reportableMessage(db: Db, id: string) {
  return db
    .selectFrom('chatMessages')
    .leftJoin('chatMedia', (join) =>
      join
        .onRef('chatMedia.messageId', '=', 'chatMessages.id')
        .on('chatMedia.storageName', 'is not', null)
        .on('chatMedia.position', '=', 0),
    )
    .select([
      'chatMessages.userId',
      'chatMessages.content',
      'chatMessages.createdAt',
      'chatMedia.kind as mediaKind',
    ])
    .where('chatMessages.id', '=', id)
    .where('systemKind', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

function reportedMessages(db: Db, state: ReportState) {
  const all = db.selectFrom('chatReports').select('messageId').groupBy('messageId')
  // A message is closed when each of its reports is.
  return state === 'open'
    ? all.where('closedAt', 'is', null)
    : all.having((eb) => eb(eb.fn.countAll(), '=', eb.fn.count('closedAt')))
}

/** Ids of reported messages: open ones by their first report, closed ones by the time of closing, the newest first. */
export async function reportedIds(
  db: Db,
  state: ReportState,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await reportedMessages(db, state)
    .orderBy((eb) => eb.fn.min('createdAt'))
    .$if(state === 'closed', (query) => query.clearOrderBy().orderBy((eb) => eb.fn.max('closedAt'), 'desc'))
    .orderBy('messageId')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ messageId }) => messageId)
}

export async function countReported(db: Db, state: ReportState): Promise<number> {
  const { count } = await db
    .selectFrom(reportedMessages(db, state).as('reported'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The reports of a message in a state, the first one first. */
export async function reportsOf(db: Db, messageId: string, state: ReportState): Promise<ReportRow[]> {
  return db
    .selectFrom('chatReports')
    .selectAll()
    .where('messageId', '=', messageId)
    .where('closedAt', state === 'open' ? 'is' : 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(REPORTS_OF_MESSAGE)
    .execute()
}

/** A message of the room with the two before it and the one after it, without deleted messages and system messages. */
export async function contextOf(db: Db, messageId: string) {
  const messages = () =>
    db
      .selectFrom('chatMessages')
      .leftJoin('chatMedia', (join) =>
        join
          .onRef('chatMedia.messageId', '=', 'chatMessages.id')
          .on('chatMedia.storageName', 'is not', null)
          .on('chatMedia.position', '=', 0),
      )
      .select([
        'chatMessages.id',
        'chatMessages.userId',
        'chatMessages.content',
        'chatMessages.createdAt',
        'chatMedia.kind as mediaKind',
      ])
      .where('conversationId', '=', (eb) =>
        eb
          .selectFrom('chatMessages as reported')
          .select('reported.conversationId')
          .where('reported.id', '=', messageId),
      )
      .where('systemKind', 'is', null)
      .where('deletedAt', 'is', null)
  const [before, from] = await Promise.all([
    messages().where('chatMessages.id', '<', messageId).orderBy('chatMessages.id', 'desc').limit(2).execute(),
    messages().where('chatMessages.id', '>=', messageId).orderBy('chatMessages.id').limit(2).execute(),
  ])
  const after = from[0]?.id === messageId ? from : from.slice(0, 1)
  return [...before.toReversed(), ...after]
}

/** The number of an author's messages, other than `except`, that were reported since `since`, and the last time. */
export async function countReportsOf(
  db: Db,
  authorId: string,
  { since = '', except = '' }: { since?: string; except?: string },
): Promise<{ count: number; lastAt: string | null }> {
  return db
    .selectFrom('chatReports')
    .select((eb) => [
      eb.fn.count<number>('messageId').distinct().as('count'),
      eb.fn.max('createdAt').as('lastAt'),
    ])
    .where('authorId', '=', authorId)
    .where('createdAt', '>=', since)
    .where('messageId', '<>', except)
    .executeTakeFirstOrThrow()
}

/** Closes the open reports of a message. @returns how many they were */
export async function closeReports(trx: Db, messageId: string, by: string, at: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('chatReports')
    .set({ closedAt: at, closedBy: by })
    .where('messageId', '=', messageId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes reports that were closed before this time. */
export async function removeClosed(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('chatReports').where('closedAt', '<', before.toISOString()).execute()
}

export async function adminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', 1)
    .orderBy('id')
    .limit(ADMINS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
