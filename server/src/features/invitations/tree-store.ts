import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Accounts that are in the tree: admins, members who redeemed a key, and those who invited or were invited. */
function members(db: Db) {
  return db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('users.isAdmin', '=', 1),
        eb('users.keyVerified', '=', 1),
        eb('users.invitedBy', 'is not', null),
        eb.exists(
          eb.selectFrom('users as guests').select('guests.id').whereRef('guests.invitedBy', '=', 'users.id'),
        ),
      ]),
    )
}

/** The members of the tree, those who joined first. */
export async function treeMembers(db: Db, limit: number) {
  return members(db)
    .leftJoin('barredInviters', 'barredInviters.userId', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.displayName',
      'users.avatarName',
      'users.isAdmin',
      'users.keyVerified',
      'users.hasLimitedAccess',
      'users.invitedBy',
      'users.createdAt',
      'barredInviters.barredAt',
    ])
    .orderBy('users.id')
    .limit(limit)
    .execute()
}
export type MemberRow = Awaited<ReturnType<typeof treeMembers>>[number]

export async function countMembers(db: Db): Promise<number> {
  const { count } = await members(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The first key that each member up to this id has redeemed. */
export async function admissionsOfMembers(db: Db, lastId: string) {
  const rows = await db
    .selectFrom('accessKeyUses')
    .innerJoin('accessKeys', 'accessKeys.id', 'accessKeyUses.accessKeyId')
    .select([
      'accessKeyUses.userId',
      'accessKeyUses.usedAt',
      'accessKeys.keyValue',
      'accessKeys.words',
      'accessKeys.note',
      'accessKeys.isInvitation',
    ])
    .where('accessKeyUses.userId', '<=', lastId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('accessKeyUses as earlier')
            .select('earlier.id')
            .whereRef('earlier.userId', '=', 'accessKeyUses.userId')
            .whereRef('earlier.id', '<', 'accessKeyUses.id'),
        ),
      ),
    )
    .execute()
  return new Map(rows.flatMap(({ userId, ...use }) => (userId === null ? [] : [[userId, use] as const])))
}

/** The ids of the scopes that members up to this id with limited access have now. */
export async function liveScopes(db: Db, now: Date, lastId: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('accessGrants')
    .innerJoin('users', 'users.id', 'accessGrants.userId')
    .select(['accessGrants.userId', 'accessGrants.scopeId'])
    .where('users.hasLimitedAccess', '=', 1)
    .where('users.id', '<=', lastId)
    .where('accessGrants.withdrawnAt', 'is', null)
    .where((eb) =>
      eb.or([eb('accessGrants.endsAt', 'is', null), eb('accessGrants.endsAt', '>', now.toISOString())]),
    )
    .execute()
  const scopes = new Map<string, string[]>()
  for (const { userId, scopeId } of rows) scopes.set(userId, [...(scopes.get(userId) ?? []), scopeId])
  return scopes
}
