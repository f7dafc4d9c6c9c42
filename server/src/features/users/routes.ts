import { unauthenticated } from '@tonarchiv/contract/refusal'
import { changeUsername as changeUsernameRoute, getProfile } from '@tonarchiv/contract/users'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { changeUsername } from './rename.ts'
import { findUserById } from './store.ts'
import { toWire, type UserRow } from './users.ts'

export function registerUsers(bind: Bind, services: Services): void {
  const { db, now } = services

  async function rowOf(id: string): Promise<UserRow> {
    const row = await findUserById(db, id)
    // Deleted between the gate and here.
    if (row === undefined) throw new Refused(unauthenticated)
    return row
  }

  bind(getProfile, async ({ caller }) => ({ user: toWire(await rowOf(caller.id), now()) }))

  bind(changeUsernameRoute, async ({ caller, body }) => {
    const user = await changeUsername(services, await rowOf(caller.id), body.username)
    return { user: toWire(user, now()) }
  })
}
