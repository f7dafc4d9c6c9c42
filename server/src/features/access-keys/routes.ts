import * as contract from '@tonarchiv/contract/access-keys'
import { forbidden } from '@tonarchiv/contract/refusal'
import { actorOf } from '#features/audit-log/index.ts'
import { toWire as userToWire } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { householdOf } from '#http/client-address.ts'
import { giveTryBack, type KeptLimit, takeTry } from '#rate-limits/kept-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { makeAccessKey, makeAccessKeys, redeemAccessKey, withdrawAccessKey } from './access-keys.ts'
import * as store from './store.ts'

const HOUR = 60 * 60

/** See docs/security-requirements.md A-14. */
function redeemLimits(userId: string, household: string): KeptLimit[] {
  return [
    { name: 'access key', by: userId, tries: 10, windowSeconds: HOUR / 4 },
    { name: 'access key daily', by: userId, tries: 100, windowSeconds: 24 * HOUR },
    { name: 'access key from', by: household, tries: 30, windowSeconds: HOUR },
  ]
}

/** docs/security-requirements.md A-14: keys an hour, however many at once. */
function makeLimits(adminId: string): KeptLimit[] {
  return [{ name: 'make access key', by: adminId, tries: 120, windowSeconds: HOUR }]
}

export function registerAccessKeys(bind: Bind, services: Services): void {
  const { db, now, announcements } = services

  bind(contract.redeemAccessKey, async ({ caller, body, request }) => {
    if (body.uid !== caller.id) throw new Refused(forbidden)
    const limits = redeemLimits(caller.id, householdOf(request.ip))
    await takeTry(services, limits)
    const user = await redeemAccessKey(services, caller.id, body.key)
    await giveTryBack(services, limits)
    announcements.tell('accessChanged', { userId: caller.id })
    return { success: true, user: userToWire(user, now()) }
  })

  bind(contract.listAccessKeys, async ({ query }) => ({
    accessKeys: (await store.listKeys(db, query)).map(toWire),
    total: await store.countKeys(db),
  }))

  bind(contract.generateAccessKey, async ({ caller, request }) => {
    await takeTry(services, makeLimits(caller.id))
    return { accessKey: toWire(await makeAccessKey(services, actorOf(caller, request))) }
  })

  bind(contract.generateAccessKeys, async ({ caller, body: { count }, request }) => {
    for (let key = 0; key < count; key += 1) await takeTry(services, makeLimits(caller.id))
    const rows = await makeAccessKeys(services, actorOf(caller, request), count)
    return { accessKeys: rows.map(toWire) }
  })

  bind(contract.withdrawAccessKey, async ({ caller, params, request }) => {
    await withdrawAccessKey(services, params.id, actorOf(caller, request))
    return { success: true }
  })
}

function toWire(row: store.AccessKeyRow): contract.AccessKey {
  return {
    id: row.id,
    key_value: row.keyValue,
    created_at: row.createdAt,
    used: row.usedAt !== null,
    used_by_username: row.usedByUsername,
    used_at: row.usedAt,
  }
}
