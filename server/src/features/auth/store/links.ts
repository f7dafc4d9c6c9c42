import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
type LinkPurpose = Schema['linkTokens']['purpose']

/** Stores a link. Older links of the same account for the same purpose become invalid. */
export async function replaceLink(
  db: Db,
  row: Omit<Selectable<Schema['linkTokens']>, 'usedAt'>,
): Promise<void> {
  await db
    .deleteFrom('linkTokens')
    .where('purpose', '=', row.purpose)
    .where('userId', row.userId === null ? 'is' : '=', row.userId)
    .where('usedAt', 'is', null)
    .execute()
  await insertLink(db, row)
}

/** Marks a link as used and returns its row. Of several concurrent callers only one gets the row. */
export async function consumeLink(db: Db, tokenHash: string, purpose: LinkPurpose, now: Date) {
  return db
    .updateTable('linkTokens')
    .set({ usedAt: now.toISOString() })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now.toISOString())]))
    .returning(['userId', 'email', 'createdAt'])
    .executeTakeFirst()
}

export async function findLink(db: Db, tokenHash: string, purpose: LinkPurpose) {
  return db
    .selectFrom('linkTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Stores a link. Older links of the same account for the same purpose stay valid. */
export async function insertLink(
  db: Db,
  row: Omit<Selectable<Schema['linkTokens']>, 'usedAt'>,
): Promise<void> {
  await db
    .insertInto('linkTokens')
    .values({ ...row, usedAt: null })
    .execute()
}

/** Invalidates an account's links of one purpose that were created at this time or later. */
export async function deleteLinksSince(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  since: string,
): Promise<void> {
  await db
    .deleteFrom('linkTokens')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>=', since)
    .execute()
}

/** Deletes expired links, and used links whose retention time is over. */
export async function deleteOldLinks(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('linkTokens').where('endsAt', '<=', longAgo).execute()
}
