import { usernameLocked, usernameTaken } from '@tonarchiv/contract/users'
import { isUniqueViolation } from '#database/faults.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { RENAME_PAUSE_MS, type UserRow } from './users.ts'

/**
 * Changes the username. The same name changes nothing. A name that a registration has reserved counts as taken.
 * @throws Refused `usernameTaken`, `usernameLocked`
 */
export async function changeUsername(
  { db, now }: Services,
  user: UserRow,
  username: string,
): Promise<UserRow> {
  if (username === user.username) return user
  const time = now()
  try {
    const isRenamed = await db.transaction().execute(async (trx) => {
      if (!(await store.reserveUsername(trx, username, time, time))) throw usernameInUse()
      await store.releaseUsername(trx, username)
      const notSince = new Date(time.getTime() - RENAME_PAUSE_MS)
      return store.renameUser(trx, user.id, username, time, notSince)
    })
    if (isRenamed) return { ...user, username, usernameChangedAt: time.toISOString() }
  } catch (error) {
    if (isUniqueViolation(error)) throw usernameInUse()
    throw error
  }
  const since = Date.parse(user.usernameChangedAt ?? time.toISOString())
  throw new Refused(usernameLocked, {
    bodyFields: { changeableAt: new Date(since + RENAME_PAUSE_MS).toISOString() },
    fields: { username: usernameLocked.text },
  })
}

function usernameInUse(): Refused {
  return new Refused(usernameTaken, { fields: { username: usernameTaken.text } })
}
