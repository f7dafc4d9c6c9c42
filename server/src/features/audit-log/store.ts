import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { StoredAddresses } from '#http/stored-addresses.ts'

export type AuditEventRow = Selectable<Schema['adminActs']> & {
  actorName: string | null
  actorUsername: string | null
  /** The name of the account that was changed. Null when that account was deleted, or when no account was changed. */
  targetUsername: string | null
}

/** Audit events that are older than the event with the id `before`, newest first. */
export async function selectAuditEvents(
  db: Kysely<Schema>,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditEventRow[]> {
  return db
    .selectFrom('adminActs')
    .leftJoin('users', 'users.id', 'adminActs.actorId')
    .leftJoin('users as targets', 'targets.id', 'adminActs.target')
    .selectAll('adminActs')
    .select([
      'users.displayName as actorName',
      'users.username as actorUsername',
      'targets.username as targetUsername',
    ])
    .$if(before !== undefined, (query) => query.where('adminActs.id', '<', before ?? ''))
    .orderBy('adminActs.id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest audit event about a row, with the author's name. */
export async function lastActOn(
  db: Kysely<Schema>,
  target: string,
): Promise<{ at: string; by: string | null } | undefined> {
  const act = await db
    .selectFrom('adminActs')
    .leftJoin('users', 'users.id', 'adminActs.actorId')
    .select(['adminActs.at', 'users.displayName', 'users.username'])
    .where('adminActs.target', '=', target)
    .orderBy('adminActs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return act && { at: act.at, by: act.displayName ?? act.username }
}

/** The addresses of admins in the audit log. */
export function actAddresses(db: Kysely<Schema>): StoredAddresses {
  return {
    selectWhole: async (before, limit) =>
      db
        .selectFrom('adminActs')
        .select('id')
        .select((eb) => eb.fn.coalesce('address', sql.lit('')).as('address'))
        .where('at', '<=', before)
        .where('address', 'not like', '%/%')
        .limit(limit)
        .execute(),
    update: async (id, address) =>
      db.updateTable('adminActs').set({ address }).where('id', '=', id).execute(),
  }
}
