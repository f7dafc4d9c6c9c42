import type { RestrictionKind } from '@tonarchiv/contract/chat-order'
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type RestrictionRow = Selectable<Schema['chatRestrictions']>

type Fields = Pick<RestrictionRow, 'kind' | 'until' | 'reason'>

const selectInForce = prepared<{ userId: string; now: string }, Fields>((db, slot) =>
  db
    .selectFrom('chatRestrictions')
    .select(['kind', 'until', 'reason'])
    .where('userId', '=', slot('userId'))
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', slot('now'))])),
)

/** The restrictions of an account that are in force: at most one of each kind. */
export async function restrictionsOf(db: Executor, userId: string, now: Date): Promise<Fields[]> {
  return selectInForce(db, { userId, now: now.toISOString() })
}

const selectBan = prepared<{ userId: string }, { id: string }>((db, slot) =>
  db
    .selectFrom('chatRestrictions')
    .select('id')
    .where('userId', '=', slot('userId'))
    .where('kind', '=', 'ban')
    .where('liftedAt', 'is', null),
)

/** Whether an account is banned from the room. Bans have no end of their own. */
export async function isBanned(db: Executor, userId: string): Promise<boolean> {
  return (await selectBan(db, { userId })).length > 0
}

function isInForce(eb: ExpressionBuilder<Schema, 'chatRestrictions'>, now: Date) {
  return eb.and([
    eb('liftedAt', 'is', null),
    eb.or([eb('until', 'is', null), eb('until', '>', now.toISOString())]),
  ])
}

/** All restrictions that are in force. */
export async function allInForce(
  db: Db,
  now: Date,
): Promise<Pick<RestrictionRow, 'userId' | 'kind' | 'until'>[]> {
  return db
    .selectFrom('chatRestrictions')
    .select(['userId', 'kind', 'until'])
    .where((eb) => isInForce(eb, now))
    .execute()
}

/** Restrictions that are in force, the newest first. */
export async function listInForce(db: Db, now: Date, limit: number): Promise<RestrictionRow[]> {
  return db
    .selectFrom('chatRestrictions')
    .selectAll()
    .where((eb) => isInForce(eb, now))
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** Ends the restriction of a kind. @returns whether it was in force */
export async function lift(trx: Db, userId: string, kind: RestrictionKind, now: Date): Promise<boolean> {
  const rows = await trx
    .updateTable('chatRestrictions')
    .set({ liftedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('liftedAt', 'is', null)
    .returning('until')
    .execute()
  return rows.some(({ until }) => until === null || until > now.toISOString())
}

/** Adds a restriction; one of the same kind must have been lifted before. */
export async function insertRestriction(trx: Db, row: Omit<RestrictionRow, 'liftedAt'>): Promise<void> {
  await trx
    .insertInto('chatRestrictions')
    .values({ ...row, liftedAt: null })
    .execute()
}

/** How often an account was muted, and when last. */
export async function mutesOf(db: Db, userId: string): Promise<{ count: number; lastAt: string | null }> {
  return db
    .selectFrom('chatRestrictions')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('createdAt').as('lastAt')])
    .where('userId', '=', userId)
    .where('kind', '=', 'mute')
    .executeTakeFirstOrThrow()
}

/** Removes restrictions that ended before this time. */
export async function removeEnded(db: Db, before: Date): Promise<void> {
  const time = before.toISOString()
  await db
    .deleteFrom('chatRestrictions')
    .where((eb) => eb.or([eb('liftedAt', '<', time), eb('until', '<', time)]))
    .execute()
}

const selectSlow = prepared<Record<string, never>, { slowSeconds: number }>((db) =>
  db.selectFrom('chatSettings').select('slowSeconds'),
)

/** Minimum number of seconds between two messages of a member; 0 without slow mode. */
export async function slowSeconds(db: Executor): Promise<number> {
  return (await selectSlow(db, {}))[0]?.slowSeconds ?? 0
}

export async function setSlowSeconds(trx: Db, seconds: number): Promise<void> {
  await trx.updateTable('chatSettings').set({ slowSeconds: seconds }).execute()
}

/** When an account last wrote in a conversation, deleted messages included. */
export async function lastSentAt(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('chatMessages')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .where('systemKind', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}
