import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

export type ActRow = Selectable<Schema['adminActs']> & {
  actorName: string | null
  actorUsername: string | null
}

/** Newest first, older than the act with the id `before`. */
export async function listActs(
  db: Kysely<Schema>,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ActRow[]> {
  return db
    .selectFrom('adminActs')
    .leftJoin('users', 'users.id', 'adminActs.actorId')
    .selectAll('adminActs')
    .select(['users.displayName as actorName', 'users.username as actorUsername'])
    .$if(before !== undefined, (query) => query.where('adminActs.id', '<', before ?? ''))
    .orderBy('adminActs.id', 'desc')
    .limit(limit)
    .execute()
}
