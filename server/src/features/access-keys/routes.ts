import * as contract from '@tonarchiv/contract/access-keys'
import { forbidden } from '@tonarchiv/contract/refusal'
import { actorOf } from '#features/audit-log/index.ts'
import { toWire as userToWire } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { refund, type PersistentRateLimit, consume } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { createAccessKey, createAccessKeys, redeemAccessKey, withdrawAccessKey } from './access-keys.ts'
import * as store from './store.ts'

const HOUR = 60 * 60

/** Limits of attempts to redeem a key. See docs/security-requirements.md A-14. */
function redeemLimits(userId: string, clientSubnet: string): PersistentRateLimit[] {
  return [
    { name: 'access key', by: userId, maxAttempts: 10, windowSeconds: HOUR / 4 },
    { name: 'access key daily', by: userId, maxAttempts: 100, windowSeconds: 24 * HOUR },
    { name: 'access key from', by: clientSubnet, maxAttempts: 30, windowSeconds: HOUR },
  ]
}

/** Limits of created keys per hour, over all calls of an admin. See docs/security-requirements.md A-14. */
function createLimits(adminId: string): PersistentRateLimit[] {
  return [{ name: 'make access key', by: adminId, maxAttempts: 120, windowSeconds: HOUR }]
}

export function registerAccessKeys(bind: Bind, services: Services): void {
  const { db, now, events } = services

  bind(contract.redeemAccessKey, async ({ caller, body, request }) => {
    if (body.uid !== caller.id) throw new Refused(forbidden)
    const limits = redeemLimits(caller.id, clientSubnetOf(request.ip))
    await consume(services, limits)
    const user = await redeemAccessKey(services, caller.id, body.key)
    await refund(services, limits)
    events.emit('accessChanged', { userId: caller.id })
    return { success: true, user: userToWire(user, now()) }
  })

  bind(contract.listAccessKeys, async ({ query }) => ({
    accessKeys: (await store.listKeys(db, query)).map(toWire),
    total: await store.countKeys(db),
  }))

  bind(contract.generateAccessKey, async ({ caller, request }) => {
    await consume(services, createLimits(caller.id))
    return { accessKey: toWire(await createAccessKey(services, actorOf(caller, request))) }
  })

  bind(contract.generateAccessKeys, async ({ caller, body: { count }, request }) => {
    for (let key = 0; key < count; key += 1) await consume(services, createLimits(caller.id))
    const rows = await createAccessKeys(services, actorOf(caller, request), count)
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
