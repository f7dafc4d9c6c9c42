import type { KeyStatus } from '@tonarchiv/contract/key-batches'
import { foldText } from '@tonarchiv/contract/fold-text'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Which keys a list shows. */
export interface KeyFilter {
  status?: KeyStatus | undefined
  q?: string | undefined
}

/** A key that stands for its batch, with the account that made it. The keys of a batch differ in few columns only. */
export type BatchRow = Selectable<Schema['accessKeys']> & {
  makerUsername: string | null
  makerDisplayName: string | null
  makerAvatarName: string | null
}

/** A key with its status and its last use. */
export interface KeyOfBatch {
  id: string
  keyValue: string
  status: KeyStatus
  uses: number
  usedAt: string | null
  usedByUsername: string | null
  usedByDisplayName: string | null
}

const MEMBERS_FOUND_MAX = 200

/**
 * The status of a key at this time; see `KEY_STATUSES`. An invitation that was not redeemed counts as withdrawn when
 * the account of its author was deleted.
 */
function statusAt(now: Date) {
  return sql<KeyStatus>`case when access_keys.withdrawn_at is not null then 'withdrawn'
    when access_keys.is_invitation = 1 and access_keys.made_by is null and access_keys.uses = 0 then 'withdrawn'
    when access_keys.uses >= access_keys.max_uses then 'used'
    when access_keys.expires_at <= ${now.toISOString()} then 'expired' else 'available' end`
}

/** A LIKE pattern for texts that contain this one. Its escape character is `\`. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Accounts whose name contains the search. */
async function membersNamed(db: Db, q: string): Promise<string[]> {
  const pattern = containing(q.toLowerCase())
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(
      sql<boolean>`(lower(username) like ${pattern} escape '\\' or lower(display_name) like ${pattern} escape '\\')`,
    )
    .orderBy('id')
    .limit(MEMBERS_FOUND_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** The condition of a filter on `accessKeys`. The members that the search names are read first. */
async function conditionOf(db: Db, { status, q = '' }: KeyFilter, now: Date) {
  const words = foldText(q).split(/\s+/).filter(Boolean)
  const members = words.length === 0 ? [] : await membersNamed(db, q)
  return (eb: ExpressionBuilder<Schema, 'accessKeys'>) => {
    const isFound = eb.or([
      eb.and(words.map((word) => sql<boolean>`access_keys.search_text like ${containing(word)} escape '\\'`)),
      ...(members.length === 0
        ? []
        : [
            eb('accessKeys.madeBy', 'in', members),
            eb.exists(
              eb
                .selectFrom('accessKeyUses')
                .select('accessKeyUses.id')
                .whereRef('accessKeyUses.accessKeyId', '=', 'accessKeys.id')
                .where('accessKeyUses.userId', 'in', members),
            ),
          ]),
    ])
    return eb.and([
      ...(words.length === 0 ? [] : [isFound]),
      ...(status === undefined ? [] : [eb(statusAt(now), '=', status)]),
    ])
  }
}

/** The ids of the batches with a key that matches, newest first. */
export async function batchIds(
  db: Db,
  filter: KeyFilter,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const condition = await conditionOf(db, filter, now)
  const rows = await db
    .selectFrom('accessKeys')
    .select('batchId')
    .where(condition)
    .groupBy('batchId')
    .orderBy('batchId', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('accessKeys')
    .select((eb) => eb.fn.count<number>('batchId').distinct().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return { ids: rows.map(({ batchId }) => batchId), total }
}

/** The number of keys in each status that match the search. */
export async function countStatuses(
  db: Db,
  filter: KeyFilter,
  now: Date,
): Promise<{ status: KeyStatus; count: number }[]> {
  const condition = await conditionOf(db, { q: filter.q }, now)
  const keys = db.selectFrom('accessKeys').select(statusAt(now).as('status')).where(condition)
  const rows = await db
    .selectFrom(keys.as('keys'))
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return rows
}

/** The number and the uses of the keys of batches, by status. */
export async function sumsOfBatches(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return []
  const keys = db
    .selectFrom('accessKeys')
    .select(['batchId', 'uses', statusAt(now).as('status')])
    .where('batchId', 'in', ids)
  const rows = await db
    .selectFrom(keys.as('keys'))
    .select(['batchId', 'status'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('uses').as('uses')])
    .groupBy(['batchId', 'status'])
    .execute()
  return rows
}

/** One key of each batch, which stands for that batch. The batches are in any order. */
export async function describeBatches(db: Db, ids: readonly string[]): Promise<BatchRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('accessKeys')
    .leftJoin('users as makers', 'makers.id', 'accessKeys.madeBy')
    .selectAll('accessKeys')
    .select([
      'makers.username as makerUsername',
      'makers.displayName as makerDisplayName',
      'makers.avatarName as makerAvatarName',
    ])
    .where('accessKeys.id', 'in', (eb) =>
      eb
        .selectFrom('accessKeys as keys')
        .select((first) => first.fn.min<string>('keys.id').as('id'))
        .where('keys.batchId', 'in', ids)
        .groupBy('keys.batchId'),
    )
    .execute()
}

/** Keys with their last use, in the order in which they were made; of one batch, or those that match a filter. */
export async function listKeys(
  db: Db,
  which: { batchId: string } | KeyFilter,
  now: Date,
  limit: number,
): Promise<(KeyOfBatch & { batchId: string })[]> {
  const condition = 'batchId' in which ? undefined : await conditionOf(db, which, now)
  return db
    .selectFrom('accessKeys')
    .leftJoin('accessKeyUses as lastUse', (join) =>
      join.on('lastUse.id', '=', (eb) =>
        eb
          .selectFrom('accessKeyUses')
          .select('accessKeyUses.id')
          .whereRef('accessKeyUses.accessKeyId', '=', 'accessKeys.id')
          .orderBy('accessKeyUses.usedAt', 'desc')
          .orderBy('accessKeyUses.id', 'desc')
          .limit(1),
      ),
    )
    .leftJoin('users', 'users.id', 'lastUse.userId')
    .select(['accessKeys.id', 'accessKeys.keyValue', 'accessKeys.batchId', 'accessKeys.uses'])
    .select(['lastUse.usedAt', 'users.username as usedByUsername', 'users.displayName as usedByDisplayName'])
    .select(statusAt(now).as('status'))
    .$if('batchId' in which, (query) =>
      query.where('accessKeys.batchId', '=', 'batchId' in which ? which.batchId : ''),
    )
    .$if(condition !== undefined, (query) => (condition === undefined ? query : query.where(condition)))
    .orderBy('accessKeys.batchId', 'desc')
    .orderBy('accessKeys.id')
    .limit(limit)
    .execute()
}

export async function setExpiry(trx: Db, batchId: string, expiresAt: string | null): Promise<void> {
  await trx.updateTable('accessKeys').set({ expiresAt }).where('batchId', '=', batchId).execute()
}

export async function setNote(
  trx: Db,
  id: string,
  { note, searchText }: { note: string | null; searchText: string },
): Promise<void> {
  await trx.updateTable('accessKeys').set({ note, searchText }).where('id', '=', id).execute()
}
