import type { Kysely, Selectable } from 'kysely'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type GrantRow = Selectable<Schema['accessGrants']>

export async function insertGrant(db: Db, grant: GrantRow): Promise<void> {
  await db.insertInto('accessGrants').values(grant).execute()
}

/** A grant that gives access now, with the kind of its scope. */
type LiveGrant = Pick<GrantRow, 'id' | 'scopeId' | 'endsAt'> &
  Pick<Selectable<Schema['accessScopes']>, 'kind' | 'hasVideos'>

const selectLive = prepared<{ userId: string; now: string }, LiveGrant>((db, slot) =>
  db
    .selectFrom('accessGrants')
    .innerJoin('accessScopes', 'accessScopes.id', 'accessGrants.scopeId')
    .select(['accessGrants.id', 'scopeId', 'kind', 'hasVideos', 'endsAt'])
    .where('userId', '=', slot('userId'))
    .where('withdrawnAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', slot('now'))]))
    .orderBy('accessGrants.id'),
)

/** The grants of an account that were not withdrawn and have not ended, oldest first. */
export async function liveGrants(db: Db, userId: string, now: Date): Promise<LiveGrant[]> {
  return selectLive(db, { userId, now: now.toISOString() })
}

/** Withdraws the grants of one key, or all grants of one account, that were not withdrawn before. */
export async function withdrawGrants(
  db: Db,
  column: 'accessKeyId' | 'userId',
  id: string,
  now: Date,
): Promise<Pick<GrantRow, 'id' | 'userId' | 'accessKeyId'>[]> {
  return db
    .updateTable('accessGrants')
    .set({ withdrawnAt: now.toISOString() })
    .where(column, '=', id)
    .where('withdrawnAt', 'is', null)
    .returning(['id', 'userId', 'accessKeyId'])
    .execute()
}

/** Accounts that count as having access although their last grant has ended. */
export async function endedAccounts(db: Db, now: Date, limit: number): Promise<string[]> {
  const time = now.toISOString()
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.hasLimitedAccess', '=', 1)
    .where('users.keyVerified', '=', 1)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('accessGrants')
            .select('accessGrants.id')
            .whereRef('accessGrants.userId', '=', 'users.id')
            .where('withdrawnAt', 'is', null)
            .where((live) => live.or([live('endsAt', 'is', null), live('endsAt', '>', time)])),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The grants of an account, also those that have ended, newest first. */
export async function grantsOf(db: Db, userId: string, limit: number): Promise<GrantRow[]> {
  return db
    .selectFrom('accessGrants')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('grantedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The time at which the next grant ends after this time. */
export async function nextEnd(db: Db, after: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('accessGrants')
    .select('endsAt')
    .where('withdrawnAt', 'is', null)
    .where('endsAt', '>', after.toISOString())
    .orderBy('endsAt')
    .limit(1)
    .executeTakeFirst()
  return row?.endsAt ?? undefined
}

/** The accounts of which a grant ended after `after`, and not after `until`. */
export async function endedBetween(db: Db, after: Date, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('accessGrants')
    .select('userId')
    .distinct()
    .where('withdrawnAt', 'is', null)
    .where('endsAt', '>', after.toISOString())
    .where('endsAt', '<=', until.toISOString())
    .orderBy('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}
