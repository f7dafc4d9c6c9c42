import { unauthenticated } from '@tonarchiv/contract/refusal'
import { getProfile } from '@tonarchiv/contract/users'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { findUserById } from './store.ts'
import { toWire } from './users.ts'

export function registerUsers(bind: Bind, { db, now }: Services): void {
  bind(getProfile, async ({ caller }) => {
    const row = await findUserById(db, caller.id)
    if (row === undefined) throw new Refused(unauthenticated)
    return { user: toWire(row, now()) }
  })
}
