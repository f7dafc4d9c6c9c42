import { BRANCH_MAX } from '@tonarchiv/contract/invitation-tree'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/**
 * The accounts below this one in the tree of invitations, sorted by id. Returns at most one more than may be removed at
 * once, so that the caller notices when there are too many.
 */
export async function accountsBelow(trx: Kysely<Schema>, id: string) {
  return trx
    .withRecursive('branch', (db) =>
      db
        .selectFrom('users')
        .select(['users.id', 'users.isAdmin'])
        .where('users.invitedBy', '=', id)
        // `union` removes duplicates, so the recursion ends even if the invitations contain a cycle.
        .union(
          db
            .selectFrom('users')
            .innerJoin('branch', 'branch.id', 'users.invitedBy')
            .select(['users.id', 'users.isAdmin']),
        ),
    )
    .selectFrom('branch')
    .select(['id', 'isAdmin'])
    .where('id', '!=', id)
    .orderBy('id')
    .limit(BRANCH_MAX + 1)
    .execute()
}
