import { usernameLocked, usernameTaken } from '@tonarchiv/contract/users'
import { isUniqueViolation } from '#database/faults.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { RENAME_PAUSE_MS, type UserRow } from './users.ts'

/** Takes another name; the same name changes nothing. @throws Refused `usernameTaken`, `usernameLocked` */
export async function changeUsername(
  { db, now }: Services,
  user: UserRow,
  username: string,
): Promise<UserRow> {
  if (username === user.username) return user
  const time = now()
  try {
    const isRenamed = await store.renameUser(
      db,
      user.id,
      username,
      time,
      new Date(time.getTime() - RENAME_PAUSE_MS),
    )
    if (isRenamed) return { ...user, username, usernameChangedAt: time.toISOString() }
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refused(usernameTaken, { fields: { username: usernameTaken.text } })
    throw error
  }
  const since = Date.parse(user.usernameChangedAt ?? time.toISOString())
  throw new Refused(usernameLocked, {
    facts: { changeableAt: new Date(since + RENAME_PAUSE_MS).toISOString() },
    fields: { username: usernameLocked.text },
  })
}
