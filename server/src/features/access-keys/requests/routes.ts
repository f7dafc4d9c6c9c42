import * as contract from '@tonarchiv/contract/key-requests'
import { actorOf } from '#features/audit-log/index.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { grantKey, rejectRequest, requestKey, requestState } from './key-requests.ts'
import * as store from './store.ts'

const DAY = 24 * 60 * 60
const REQUESTS_PER_DAY = 20

export function registerKeyRequests(bind: Bind, services: Services, sockets: Sockets): void {
  const { db, events } = services
  const changed = async () => sockets.sendToUsers(await store.adminIds(db), { type: 'keyRequests' })

  bind(contract.getKeyRequest, async ({ caller }) => ({ state: await requestState(services, caller.id) }))

  bind(contract.requestKey, async ({ caller }) => {
    const by = caller.id
    await consume(services, [{ name: 'key request', by, maxAttempts: REQUESTS_PER_DAY, windowSeconds: DAY }])
    if (await requestKey(services, caller.id)) await changed()
    return { state: 'open' as const }
  })

  bind(contract.listKeyRequests, async ({ query }) => ({
    requests: (await store.listOpen(db, query)).map(
      ({ id, username, displayName, avatarName, joinedAt, createdAt }) => ({
        user: {
          id,
          username,
          displayName: displayName ?? username,
          photoURL: avatarName === null ? null : `/api/avatar/${avatarName}`,
        },
        joinedAt,
        createdAt,
      }),
    ),
    total: await store.countOpen(db),
  }))

  bind(contract.grantKey, async ({ caller, params: { userId }, request }) => {
    await grantKey(services, actorOf(caller, request), userId)
    events.emit('accessChanged', { userId })
    await changed()
    return { success: true }
  })

  bind(contract.rejectKeyRequest, async ({ caller, params: { userId }, request }) => {
    await rejectRequest(services, actorOf(caller, request), userId)
    await changed()
    return { success: true }
  })
}
