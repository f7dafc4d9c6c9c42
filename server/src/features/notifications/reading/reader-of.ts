import type { Selectable } from 'kysely'
import type { Caller } from '#access/caller.ts'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { withAccess } from '#features/access-grants/index.ts'
import { withRequiredFactor } from '#features/auth/index.ts'
import type { Services } from '#services.ts'

type Account = Pick<
  Selectable<Schema['users']>,
  'id' | 'email' | 'username' | 'isAdmin' | 'keyVerified' | 'hasLimitedAccess'
>

const selectAccounts = prepared<{ userIds: readonly string[] }, Account>((db, slot) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'isAdmin', 'keyVerified', 'hasLimitedAccess'])
    .where(isOneOf(db, 'id', slot('userIds')))
    .where('emailVerified', '=', 1),
)

/**
 * Accounts as callers with the access that they have now, for what is sent to them while they call nothing: counts, push
 * messages and digests. Unknown accounts and those without a verified address are left out.
 */
export async function readersOf(
  needs: Pick<Services, 'db' | 'now' | 'config'>,
  userIds: readonly string[],
): Promise<Caller[]> {
  const rows = userIds.length === 0 ? [] : await selectAccounts(needs.db, { userIds })
  return Promise.all(
    rows.map(async ({ hasLimitedAccess, ...account }) => {
      const reader = {
        ...account,
        sessionId: '',
        isAdmin: account.isAdmin === 1,
        emailVerified: true,
        keyVerified: account.keyVerified === 1,
      }
      return withAccess(needs, await withRequiredFactor(needs, reader), hasLimitedAccess)
    }),
  )
}

/** One account as `readersOf` returns it. */
export async function readerOf(
  needs: Pick<Services, 'db' | 'now' | 'config'>,
  userId: string,
): Promise<Caller | undefined> {
  const [reader] = await readersOf(needs, [userId])
  return reader
}
