import * as contract from '@tonarchiv/contract/friends'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import {
  acceptRequest,
  listFriends,
  rejectRequest,
  removeFriend,
  requestFriend,
  withdrawRequest,
} from './friends.ts'
import { blockMember, listBlocks, unblockMember } from './blocking.ts'
import { searchPeople } from './search-people.ts'

/** Maximum number of friend requests that a member sends in an hour. See docs/security-requirements.md A-16. */
const REQUESTS_PER_HOUR = 20
/**
 * Maximum number of times that a member blocks or unblocks another one in an hour. Each time the server sends the list
 * of members to both again.
 */
const BLOCKS_PER_HOUR = 60

export function registerFriends(
  bind: Bind,
  services: Services,
  { presence, blocks, sockets }: { presence: Presence; blocks: Blocks; sockets: Sockets },
): void {
  const needs = { ...services, presence, blocks, sockets }
  // Changes of requests in other processes were not received while the bus was down, so clients read the requests
  // again.
  services.bus.onReturn(() => sockets.broadcastLocally(frameOf({ type: 'friendsChanged' })))

  bind(contract.listFriends, async ({ caller }) => listFriends(needs, caller))

  bind(contract.requestFriend, async ({ caller, body }) => {
    const limit = {
      name: 'friend-request',
      by: caller.id,
      maxAttempts: REQUESTS_PER_HOUR,
      windowSeconds: 3600,
    }
    await consume(services, [limit])
    return requestFriend(needs, caller, body.friendId)
  })

  bind(contract.acceptRequest, async ({ caller, params }) => acceptRequest(needs, caller, params.id))

  bind(contract.rejectRequest, async ({ caller, params }) => {
    await rejectRequest(needs, params.id, caller.id)
    return { success: true }
  })

  bind(contract.withdrawRequest, async ({ caller, params }) => {
    await withdrawRequest(needs, params.id, caller.id)
    return { success: true }
  })

  bind(contract.removeFriend, async ({ caller, params }) => {
    await removeFriend(needs, caller.id, params.id)
    return { success: true }
  })

  bind(contract.listBlocks, async ({ caller }) => ({ blocked: await listBlocks(needs, caller.id) }))

  const limitBlocks = async (by: string) =>
    consume(services, [{ name: 'block', by, maxAttempts: BLOCKS_PER_HOUR, windowSeconds: 3600 }])
  bind(contract.blockMember, async ({ caller, params }) => {
    await limitBlocks(caller.id)
    await blockMember(needs, caller.id, params.id)
    return { success: true }
  })
  bind(contract.unblockMember, async ({ caller, params }) => {
    await limitBlocks(caller.id)
    await unblockMember(needs, caller.id, params.id)
    return { success: true }
  })

  bind(contract.searchPeople, async ({ caller, query }) => ({
    users: await searchPeople(needs, caller.id, query.q),
  }))
}
