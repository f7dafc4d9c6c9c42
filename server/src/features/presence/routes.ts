import * as contract from '@tonarchiv/contract/presence'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import type { Presence } from './presence.ts'
import { listPeople, profileOf } from './profile.ts'
import { seesTracks } from './view.ts'

export function registerPresence(bind: Bind, services: Services, presence: Presence): void {
  bind(contract.listStatuses, async ({ caller }) => listPeople(presence, caller.id, seesTracks(caller)))
  bind(contract.getPublicProfile, async ({ caller, params }) => ({
    user: await profileOf(services, presence, params.id, {
      id: caller.id,
      hasArchiveAccess: seesTracks(caller),
    }),
  }))
}
