import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { readScopes } from './scopes.ts'
import { grantsOf } from './store.ts'

const EXPORTED_MAX = 10_000

/** The grants of an account, for its account export. */
export const accessGrantsExport = {
  name: 'accessGrants',
  read: async (db: Kysely<Schema>, userId: string) => {
    const grants = await grantsOf(db, userId, EXPORTED_MAX)
    const scopes = await readScopes(
      db,
      grants.map(({ scopeId }) => scopeId),
    )
    return grants.map(({ id, scopeId, accessKeyId, grantedAt, endsAt, withdrawnAt }) => ({
      id,
      accessKeyId,
      grantedAt,
      endsAt,
      withdrawnAt,
      scope: scopes.get(scopeId),
    }))
  },
}
