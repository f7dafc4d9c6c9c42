import * as contract from '@tonarchiv/contract/access-keys'
import { lookUpKey } from '@tonarchiv/contract/key-offers'
import { getOwnAccess } from '@tonarchiv/contract/own-access'
import { forbidden } from '@tonarchiv/contract/refusal'
import { actorOf } from '#features/audit-log/index.ts'
import { toWire as userToWire } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { consume, refund } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { createAdminKeys, withdrawAccessKey } from './keys/admin-keys.ts'
import { attemptLimits, consumeCreations } from './keys/limits.ts'
import { lookUp } from './look-up.ts'
import { redeemKey } from './keys/redeem-key.ts'
import { ownAccess } from './own-access.ts'
import { registerKeyBatches } from './batches/routes.ts'
import * as store from './keys/store.ts'

export function registerAccessKeys(bind: Bind, services: Services): void {
  const { db, now, events } = services
  registerKeyBatches(bind, services)

  bind(contract.redeemAccessKey, async ({ caller, body, request }) => {
    if (body.uid !== caller.id) throw new Refused(forbidden)
    const limits = attemptLimits(caller.id, request.ip)
    await consume(services, limits)
    const { user, key } = await redeemKey(services, caller.id, body.key)
    await refund(services, limits)
    events.emit('accessChanged', { userId: caller.id })
    if (key !== undefined && key.isInvitation === 1 && key.madeBy !== null)
      events.emit('invitationAccepted', { invitedById: key.madeBy, userId: caller.id })
    return { success: true, user: userToWire(user, now()) }
  })

  bind(lookUpKey, async ({ caller, params: { key }, request }) => {
    const limits = attemptLimits(caller?.id, request.ip)
    await consume(services, limits)
    const found = await lookUp(services, key, caller)
    await refund(services, limits)
    return found
  })

  bind(getOwnAccess, async ({ caller }) => ownAccess(services, caller))

  bind(contract.listAccessKeys, async ({ query }) => ({
    accessKeys: (await store.listKeys(db, query)).map(toWire),
    total: await store.countKeys(db),
  }))

  bind(contract.generateAccessKey, async ({ caller, request }) => {
    await consumeCreations(services, caller.id, 1)
    const [key] = await createAdminKeys(services, actorOf(caller, request), { count: 1, record: 'keys' })
    if (key === undefined) throw new Error('No key was made')
    return { accessKey: toWire({ ...key, ...UNUSED }) }
  })

  bind(contract.generateAccessKeys, async ({ caller, body: { count }, request }) => {
    await consumeCreations(services, caller.id, count)
    const rows = await createAdminKeys(services, actorOf(caller, request), { count, record: 'keys' })
    return { accessKeys: rows.map((row) => toWire({ ...row, ...UNUSED })) }
  })

  bind(contract.withdrawAccessKey, async ({ caller, params, request }) => {
    await withdrawAccessKey(services, params.id, actorOf(caller, request))
    return { success: true }
  })
}

const UNUSED = { usedAt: null, usedByUsername: null }

/**
 * Converts a key for the calls that assume one use per key. For a key with several uses, `used` means that it cannot be
 * redeemed any more.
 */
function toWire(row: store.UsedKeyRow): contract.AccessKey {
  return {
    id: row.id,
    key_value: row.keyValue,
    created_at: row.createdAt,
    used: row.uses >= row.maxUses,
    used_by_username: row.usedByUsername,
    used_at: row.usedAt,
  }
}
