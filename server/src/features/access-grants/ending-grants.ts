import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { unionOf } from './access-grants.ts'
import { readScopes } from './scopes.ts'
import * as store from './store.ts'

type Db = Kysely<Schema>

/** Access that ends soon. */
export interface EndingGrant {
  id: string
  userId: string
  grantedAt: string
  endsAt: string
}

/** The first `limit` grants that end after `after` and not after `until`, of members whose access is limited. */
export async function grantsEndingBetween(
  db: Db,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<EndingGrant[]> {
  const rows = await db
    .selectFrom('accessGrants')
    .innerJoin('users', 'users.id', 'accessGrants.userId')
    .select(['accessGrants.id', 'accessGrants.userId', 'accessGrants.grantedAt', 'accessGrants.endsAt'])
    .where('accessGrants.withdrawnAt', 'is', null)
    .where('accessGrants.endsAt', '>', after.toISOString())
    .where('accessGrants.endsAt', '<=', until.toISOString())
    .where('users.hasLimitedAccess', '=', 1)
    .where('users.isAdmin', '=', 0)
    .orderBy('accessGrants.endsAt')
    .orderBy('accessGrants.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ endsAt, ...row }) => (endsAt === null ? [] : [{ ...row, endsAt }]))
}

/**
 * The ends of those grants of an account after which the account may play less, by the id of the grant. A grant is left
 * out when it has ended or was withdrawn, and when later grants open everything that it opens.
 */
export async function missedGrants(db: Db, userId: string, now: Date): Promise<ReadonlyMap<string, string>> {
  const live = await store.liveGrants(db, userId, now)
  const scopes = await readScopes(
    db,
    live.map(({ scopeId }) => scopeId),
  )
  const openWith = (grants: typeof live) => {
    const stored = grants.flatMap(({ scopeId }): readonly StoredScope[] => {
      const scope = scopes.get(scopeId)
      return scope === undefined ? [] : [scope]
    })
    return grants.length === 0 ? 'nothing' : unionOf(stored)?.key
  }
  return new Map(
    live.flatMap(({ id, endsAt }) => {
      if (endsAt === null) return []
      const later = live.filter((other) => other.endsAt === null || other.endsAt > endsAt)
      const until = live.filter((other) => later.includes(other) || other.id === id)
      return openWith(later) === openWith(until) ? [] : [[id, endsAt] as const]
    }),
  )
}
