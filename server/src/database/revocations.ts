import type { Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Revocation } from './revocation.ts'
import type { Schema } from './schema.ts'

/** How long revocations are stored, which is longer than any backup is kept automatically. */
export const REVOCATIONS_TTL_MS = 400 * 24 * 60 * 60 * 1000

/** Records a revocation. Call it with the transaction that makes the change. */
export async function recordRevocation(
  db: Kysely<Schema>,
  now: Date,
  { kind, target, userId = null }: Pick<Revocation, 'kind' | 'target'> & { userId?: string | null },
): Promise<void> {
  await db
    .insertInto('revocations')
    .values({ id: newId(), kind, target, userId, at: now.toISOString() })
    .execute()
}

export async function deleteOldRevocations(db: Kysely<Schema>, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - REVOCATIONS_TTL_MS).toISOString()
  await db.deleteFrom('revocations').where('at', '<=', longAgo).execute()
}

/** The revocations since this time, oldest first, in pages. */
export async function* revocationsSince(
  db: Kysely<Schema>,
  since: Date,
  pageSize = 1000,
): AsyncGenerator<Revocation[]> {
  let last: Revocation | undefined
  for (;;) {
    const before = last
    const page = await db
      .selectFrom('revocations')
      .selectAll()
      .where('at', '>=', since.toISOString())
      .$if(before !== undefined, (query) =>
        query.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(before?.at ?? '', before?.id ?? ''))),
      )
      .orderBy('at')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (page.length > 0) yield page
    last = page.at(-1)
    if (page.length < pageSize) return
  }
}

/** Ids of all accounts whose deletion is still recorded. */
export async function revokedAccounts(db: Kysely<Schema>): Promise<Set<string>> {
  const rows = await db.selectFrom('revocations').select('target').where('kind', '=', 'account').execute()
  return new Set(rows.map(({ target }) => target))
}
