import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Access that an account has at this time. */
export interface LiveGrant {
  userId: string
  scopeId: string
  accessKeyId: string | null
  keyValue: string | null
  endsAt: string | null
}

/** Members who have access by one of the keys of a batch, sorted by id. Admins lose nothing, so they are left out. */
export async function membersWithGrants(db: Db, batchId: string, now: Date, limit: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'avatarName'])
    .where('isAdmin', '=', 0)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('accessGrants')
        .innerJoin('accessKeys', 'accessKeys.id', 'accessGrants.accessKeyId')
        .select('accessGrants.userId')
        .where('accessKeys.batchId', '=', batchId)
        .where('accessGrants.withdrawnAt', 'is', null)
        .where((live) =>
          live.or([
            live('accessGrants.endsAt', 'is', null),
            live('accessGrants.endsAt', '>', now.toISOString()),
          ]),
        ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** All access of these accounts at this time, with the keys that gave it. */
export async function liveGrantsOf(db: Db, userIds: readonly string[], now: Date): Promise<LiveGrant[]> {
  if (userIds.length === 0) return []
  return db
    .selectFrom('accessGrants')
    .leftJoin('accessKeys', 'accessKeys.id', 'accessGrants.accessKeyId')
    .select([
      'accessGrants.userId',
      'accessGrants.scopeId',
      'accessGrants.accessKeyId',
      'accessKeys.keyValue',
      'accessGrants.endsAt',
    ])
    .where('accessGrants.userId', 'in', userIds)
    .where('accessGrants.withdrawnAt', 'is', null)
    .where((eb) =>
      eb.or([eb('accessGrants.endsAt', 'is', null), eb('accessGrants.endsAt', '>', now.toISOString())]),
    )
    .orderBy('accessGrants.id')
    .execute()
}
