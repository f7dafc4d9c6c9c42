import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'

/**
 * An account as a caller, for what is sent to it while it calls nothing: push messages and digests. Undefined for an
 * unknown account and for one without a verified address.
 */
export async function readerOf(db: Executor, userId: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'isAdmin', 'emailVerified', 'keyVerified'])
    .where('id', '=', userId)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      sessionId: '',
      isAdmin: row.isAdmin === 1,
      emailVerified: true,
      keyVerified: row.keyVerified === 1,
    }
  )
}
