import type { Caller } from '#access/caller.ts'
import { withAccess } from '#features/access-grants/index.ts'
import type { Services } from '#services.ts'

/**
 * An account as a caller with the access that it has now, for what is sent to it while it calls nothing: push messages
 * and digests. Undefined for an unknown account and for one without a verified address.
 */
export async function readerOf(
  needs: Pick<Services, 'db' | 'now'>,
  userId: string,
): Promise<Caller | undefined> {
  const row = await needs.db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'isAdmin', 'emailVerified', 'keyVerified', 'hasLimitedAccess'])
    .where('id', '=', userId)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { hasLimitedAccess, ...account } = row
  const reader = {
    ...account,
    sessionId: '',
    isAdmin: account.isAdmin === 1,
    emailVerified: true,
    keyVerified: account.keyVerified === 1,
  }
  return withAccess(needs, reader, hasLimitedAccess)
}
