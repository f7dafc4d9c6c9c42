import * as contract from '@tonarchiv/contract/invitations'
import * as tree from '@tonarchiv/contract/invitation-tree'
import { readShownScopes, showAccesses } from '#features/access-keys/index.ts'
import { removeBranch } from '#features/admin-users/index.ts'
import { actorOf } from '#features/audit-log/index.ts'
import type { AccountSessions } from '#features/auth/index.ts'
import { hiddenAmong } from '#features/blocks/index.ts'
import { seenBy } from '#access/seen-by.ts'
import type { Caller } from '#access/caller.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { barInviter } from './bar-inviter.ts'
import { createInvitation, withdrawInvitation } from './invitations.ts'
import { readTree } from './read-tree.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

const DAY = 24 * 60 * 60
/** Maximum number of invitations that a member makes in a day, those that were withdrawn since included. */
const MADE_PER_DAY = 20

export function registerInvitations(bind: Bind, services: Services, sessions: AccountSessions): void {
  const { db, now, config } = services
  const { isEnabled, quota, stayDays } = config.invitations

  async function shown(caller: Caller, rows: readonly store.InvitationRow[]): Promise<contract.Invitation[]> {
    // Read with the caller's rights, so that a scope does not name what the caller may no longer play.
    const scopeOf = await readShownScopes(
      seenBy(services, caller).db,
      rows.map(({ scopeId }) => scopeId),
    )
    const guests = rows.flatMap(({ guestId }) => (guestId === null ? [] : [guestId]))
    const hidden = new Set(guests.length === 0 ? [] : await hiddenAmong(db, caller.id, guests))
    return rows.map((row) => toWire(row, { now: now(), scope: scopeOf(row.scopeId), hidden }))
  }

  bind(contract.listInvitations, async ({ caller, query }) => {
    const [rows, total, given, isBarred, [scope]] = await Promise.all([
      store.listInvitations(db, caller.id, query),
      store.countInvitations(db, caller.id),
      store.countGiven(db, caller.id, now()),
      store.isBarred(db, caller.id),
      showAccesses(seenBy(services, caller).db, [caller.scope]),
    ])
    if (scope === undefined) throw new Error('The access of the caller is missing')
    return {
      invitations: await shown(caller, rows),
      total,
      quota,
      left: Math.max(0, quota - given),
      canInvite: isEnabled && !isBarred,
      stayDays,
      scope,
    }
  })

  bind(contract.createInvitation, async ({ caller, body }) => {
    await consume(services, [
      { name: 'make invitation', by: caller.id, maxAttempts: MADE_PER_DAY, windowSeconds: DAY },
    ])
    const key = await createInvitation(services, caller.id, body)
    const row = {
      ...key,
      acceptedAt: null,
      guestId: null,
      guestUsername: null,
      guestDisplayName: null,
      guestAvatarName: null,
    }
    const [invitation] = await shown(caller, [row])
    if (invitation === undefined) throw new Error('The invitation is missing')
    return { invitation }
  })

  bind(contract.withdrawInvitation, async ({ caller, params }) => {
    await withdrawInvitation(services, caller.id, params.id)
    return { success: true }
  })

  bind(tree.getInvitationTree, async () => readTree(services))

  bind(tree.barInvitations, async ({ caller, params, body, request }) => {
    await barInviter(services, actorOf(caller, request), { userId: params.id, isBarred: body.isBarred })
    return { success: true }
  })

  bind(tree.removeBranch, async ({ caller, params, query, request }) => ({
    success: true,
    removed: await removeBranch(services, sessions, actorOf(caller, request), {
      id: params.id,
      people: query.people,
    }),
  }))
}
