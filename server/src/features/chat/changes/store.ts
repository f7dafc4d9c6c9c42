import { type Kysely, type Selectable, sql } from 'kysely'
import { idAfter, idAt } from '#platform/ids.ts'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type ChangeRow = Selectable<Schema['chatChanges']>

/** Thrown when the conversation was deleted in the meantime. The room is never deleted. */
export class ConversationMissing extends Error {
  constructor(id: string) {
    super(`There is no conversation "${id}"`)
    this.name = 'ConversationMissing'
  }
}

interface CountUp {
  conversationId: string
  candidate: string
}

const countUp = prepared<CountUp, { revision: number; lastId: string }>((db, slot) =>
  db
    .updateTable('conversations')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      lastId: eb
        .case()
        .when('lastId', '<', slot('candidate'))
        .then(slot('candidate'))
        .else(eb.ref('lastId'))
        .end(),
    }))
    .where('id', '=', slot('conversationId'))
    .returning(['revision', 'lastId']),
)

async function takeNext(trx: Db, given: CountUp): Promise<{ revision: number; lastId: string }> {
  const [row] = await countUp(trx, given)
  if (row === undefined) throw new ConversationMissing(given.conversationId)
  return row
}

/**
 * Takes the next revision for a change that `insertChange` adds in the same transaction. Other changes of the
 * conversation wait for the end of this transaction, so that changes are committed in the order of their revisions.
 */
export async function nextRevision(trx: Db, conversationId: string): Promise<number> {
  return (await takeNext(trx, { conversationId, candidate: '' })).revision
}

/** Releases the revision that `nextRevision` has taken in the same transaction, because nothing changes. */
export async function releaseRevision(trx: Db, conversationId: string): Promise<void> {
  await trx
    .updateTable('conversations')
    .set((eb) => ({ revision: eb('revision', '-', 1) }))
    .where('id', '=', conversationId)
    .execute()
}

/**
 * Takes the next revision for a new message, as `nextRevision` does, and chooses the message's id: `candidate` if it
 * sorts after all earlier ids, otherwise the id that follows the last one.
 */
export async function takeMessageRevision(
  trx: Db,
  conversationId: string,
  candidate: string,
): Promise<{ revision: number; id: string }> {
  const { revision, lastId } = await takeNext(trx, { conversationId, candidate })
  if (lastId === candidate) return { revision, id: candidate }
  // The last id has a later time, because the clock of another process is ahead. Use the id that follows it.
  const id = idAfter(lastId)
  await trx.updateTable('conversations').set({ lastId: id }).where('id', '=', conversationId).execute()
  return { revision, id }
}

const insert = prepared<ChangeRow, never>((db, slot) =>
  db.insertInto('chatChanges').values({
    conversationId: slot('conversationId'),
    revision: slot('revision'),
    kind: slot('kind'),
    messageId: slot('messageId'),
    payload: slot('payload'),
  }),
)

/** Adds a change to the log. Its message must exist. */
export async function insertChange(
  trx: Db,
  { payload = null, ...change }: Omit<ChangeRow, 'payload'> & { payload?: string | null },
): Promise<void> {
  await insert(trx, { ...change, payload })
}

export interface ChangeRange {
  conversationId: string
  /** Exclusive. */
  since: number
  /** Inclusive. */
  until: number
}

/** The changes of a conversation in their order. */
export async function changesBetween(
  db: Db,
  { conversationId, since, until }: ChangeRange,
): Promise<ChangeRow[]> {
  return db
    .selectFrom('chatChanges')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('revision', '>', since)
    .where('revision', '<=', until)
    .orderBy('revision')
    .execute()
}

/** Written as SQL, because otherwise the index of deletions would not be used. */
const isDeletion = sql<boolean>`chat_changes.kind = 'deletion'`

/**
 * Ids of messages that were deleted after this revision. They include messages that were sent after it, too, because
 * the client may already have received them.
 */
export async function deletedSince(
  db: Db,
  { conversationId, revision, limit }: { conversationId: string; revision: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('chatChanges')
    .select('messageId')
    .where(isDeletion)
    .where('conversationId', '=', conversationId)
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(limit)
    .execute()
  return rows.map(({ messageId }) => messageId)
}

/** Written as SQL, because otherwise the index of these changes would not be used. */
const isOfKnownMessage = sql<boolean>`chat_changes.kind not in ('message', 'deletion')`

/**
 * Ids of the messages with an id up to `lastKnownId` that were edited, reacted to, pinned or unpinned after this
 * revision, and not deleted.
 */
export async function changedSince(
  db: Db,
  {
    conversationId,
    revision,
    lastKnownId,
    limit,
  }: { conversationId: string; revision: number; lastKnownId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('chatChanges')
    .innerJoin('chatMessages', 'chatMessages.id', 'chatChanges.messageId')
    .select('messageId')
    .distinct()
    .where(isOfKnownMessage)
    .where('chatChanges.conversationId', '=', conversationId)
    .where('revision', '>', revision)
    .where('messageId', '<=', lastKnownId)
    .where('chatMessages.deletedAt', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ messageId }) => messageId)
}

/**
 * Removes edits, reactions and pins that are older than `time` from the log, and records up to which revisions changes
 * are missing. The messages themselves stay as these changes left them.
 */
export async function forgetChangesBefore(trx: Db, time: Date): Promise<void> {
  const conversations = await trx
    .selectFrom('chatChanges')
    .select('conversationId')
    .distinct()
    .where(isOfKnownMessage)
    .execute()
  for (const { conversationId } of conversations) {
    const last = await trx
      .selectFrom('chatMessages')
      .innerJoin('chatChanges', 'chatChanges.messageId', 'chatMessages.id')
      .select('revision')
      .where('chatMessages.conversationId', '=', conversationId)
      .where('chatMessages.id', '<', idAt(time.getTime()))
      .where('kind', '=', 'message')
      .orderBy('chatMessages.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined) await forgetChangesUpTo(trx, conversationId, last.revision)
  }
}

async function forgetChangesUpTo(trx: Db, conversationId: string, revision: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('chatChanges')
    .where(isOfKnownMessage)
    .where('conversationId', '=', conversationId)
    .where('revision', '<=', revision)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await recordForgotten(trx, conversationId, revision)
}

async function recordForgotten(trx: Db, conversationId: string, revision: number): Promise<void> {
  await trx
    .updateTable('conversations')
    .set({ forgottenRevision: revision })
    .where('id', '=', conversationId)
    .where('forgottenRevision', '<', revision)
    .execute()
}

/** Replaces the id of a deleted account in changes of reactions. */
export async function forgetReactor(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('chatChanges')
    .set({ payload: sql<string>`replace(payload, ${JSON.stringify(userId)}, 'null')` })
    .where(isOfKnownMessage)
    .where('payload', 'like', `%"${userId}"%`)
    .execute()
}

/**
 * Removes the changes of messages that were deleted before `deletedBefore` and whose media rows are gone, and
 * records up to which revision changes are missing.
 * @returns ids of these messages
 */
export async function forgetChanges(trx: Db, deletedBefore: string): Promise<string[]> {
  const forgotten = trx
    .selectFrom('chatChanges')
    .innerJoin('chatMessages', 'chatMessages.id', 'chatChanges.messageId')
    .select('chatMessages.id')
    .where(isDeletion)
    .where('chatMessages.deletedAt', '<', deletedBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('chatMedia').select('name').whereRef('chatMedia.messageId', '=', 'chatMessages.id'),
        ),
      ),
    )
  const removed = await trx
    .deleteFrom('chatChanges')
    .where('messageId', 'in', forgotten)
    .returning(['conversationId', 'revision', 'messageId'])
    .execute()
  for (const [conversationId, changes] of Map.groupBy(removed, (change) => change.conversationId)) {
    const last = changes.reduce((most, { revision }) => Math.max(most, revision), 0)
    await recordForgotten(trx, conversationId, last)
  }
  return [...new Set(removed.map(({ messageId }) => messageId))]
}

type ConversationState = Pick<
  Selectable<Schema['conversations']>,
  'revision' | 'lastId' | 'forgottenRevision'
>

const selectState = prepared<{ conversationId: string }, ConversationState>((db, slot) =>
  db
    .selectFrom('conversations')
    .select(['revision', 'lastId', 'forgottenRevision'])
    .where('id', '=', slot('conversationId')),
)

/** @throws ConversationMissing */
export async function conversationState(db: Db, conversationId: string): Promise<ConversationState> {
  const [row] = await selectState(db, { conversationId })
  if (row === undefined) throw new ConversationMissing(conversationId)
  return row
}
