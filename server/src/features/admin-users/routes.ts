import * as contract from '@tonarchiv/contract/admin'
import { actorOf } from '#features/audit-log/index.ts'
import type { AccountSessions } from '#features/auth/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { changeUser, removeUser } from './admin-users.ts'
import { findUsers } from './find-users.ts'
import { toWire } from './to-wire.ts'

export function registerAdminUsers(bind: Bind, services: Services, sessions: AccountSessions): void {
  bind(contract.listUsers, async ({ query }) => {
    const { users, total } = await findUsers(services.db, query)
    return { users: users.map(toWire), total }
  })
  bind(contract.changeUser, async ({ caller, params, body, request }) => ({
    user: toWire(await changeUser(services, actorOf(caller, request), params.id, body)),
  }))
  bind(contract.removeUser, async ({ caller, params, request }) => {
    await removeUser(services, sessions, actorOf(caller, request), params.id)
    return { success: true }
  })
}
