import { DELETED_USER_NAME } from '@tonarchiv/contract/presence'
import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import { displayNameTaken } from '@tonarchiv/contract/users'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'

/** Names that the archive itself uses for accounts. */
const RESERVED = new Set(
  ['Admin', 'Administrator', 'Moderator', 'Archiv', 'Unbekannt', DELETED_USER_NAME].map(nameSkeleton),
)

/**
 * Takes a display name for an account. The former name of the account becomes free. Call it in the transaction that
 * stores the name. Of two accounts that take similar names at once, one is rejected.
 * @throws Refused `displayNameTaken` when the name could be mistaken for that of another member
 */
export async function takeDisplayName(trx: Executor, userId: string, name: string): Promise<void> {
  const skeleton = nameSkeleton(name)
  const namesake = await trx
    .selectFrom('users')
    .select('id')
    .where('usernameSkeleton', '=', skeleton)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  if (RESERVED.has(skeleton) || namesake !== undefined) throw similarName()
  await trx.deleteFrom('displayNames').where('userId', '=', userId).execute()
  const taken = await trx
    .insertInto('displayNames')
    .values({ skeleton, userId })
    .onConflict((conflict) => conflict.column('skeleton').doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (taken === undefined) throw similarName()
}

function similarName(): Refused {
  return new Refused(displayNameTaken, { fields: { displayName: displayNameTaken.text } })
}
